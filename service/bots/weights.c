/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Written by the trainer (tests/train/train.c, `make train`). */
#include "service/bots/value.h"

const struct value_weights
    value_weights[VALUE_GAME_COUNT] =
        {
            [0] =
                {/* base */
                 .made = "train base 3500 1 0: 347000 positions; of those held out 60.2 % right, "
                         "log loss 0.8338",
                 .of =
                     {
                         {-0.1311F, -0.2340F}, /* self */
                         {0.0132F, 0.0602F},   /* next */
                         {0.0116F, 0.0142F},   /* after_next */
                         {1.1251F, 1.8846F},   /* points */
                         {0.9230F, 0.7145F},   /* near_end */
                         {2.1414F, 0.7307F},   /* hidden_points */
                         {0.4920F, 0.4611F},   /* brick */
                         {0.5704F, 0.4694F},   /* lumber */
                         {0.2721F, 0.4729F},   /* wool */
                         {1.9915F, -0.7336F},  /* grain */
                         {1.6523F, -0.4474F},  /* ore */
                         {0.0000F, 0.0000F},   /* cloth */
                         {0.0000F, 0.0000F},   /* coin */
                         {0.0000F, 0.0000F},   /* paper */
                         {0.6501F, -0.7082F},  /* pips */
                         {-0.6884F, 0.3078F},  /* blocked */
                         {1.1952F, -1.1079F},  /* kinds */
                         {1.6511F, 0.3325F},   /* city_pace */
                         {1.2754F, 0.1339F},   /* settlement_pace */
                         {3.1250F, 0.6299F},   /* dev_pace */
                         {2.0844F, 0.7493F},   /* road_pace */
                         {1.4626F, 0.3479F},   /* spot_now */
                         {1.8604F, -0.3241F},  /* spot_near */
                         {0.9557F, -0.3101F},  /* spot_far */
                         {0.5543F, -0.1622F},  /* spots */
                         {1.2764F, -0.2213F},  /* upgrades */
                         {-0.2841F, 1.2548F},  /* cities */
                         {0.6883F, -0.3297F},  /* no_settlements_left */
                         {-0.2224F, 0.5932F},  /* harbor_any */
                         {0.5780F, -0.1147F},  /* harbor_pips */
                         {0.2307F, 0.4897F},   /* hand */
                         {0.7987F, 0.6413F},   /* hand_hidden */
                         {-0.3340F, 0.4209F},  /* over_limit */
                         {0.4130F, -0.1699F},  /* city_soon */
                         {0.0289F, 0.0531F},   /* settlement_soon */
                         {0.0723F, -0.1267F},  /* dev_soon */
                         {0.2482F, 0.0735F},   /* best_soon */
                         {0.2051F, 0.1619F},   /* hand_kinds */
                         {0.8263F, 0.6910F},   /* dev_knight */
                         {0.4739F, -0.0550F},  /* dev_roads */
                         {0.4068F, 0.1910F},   /* dev_plenty */
                         {0.5365F, 0.5576F},   /* dev_monopoly */
                         {2.2901F, 2.4382F},   /* dev_hidden */
                         {0.1843F, -0.0782F},  /* knights_played */
                         {-0.0457F, 1.5164F},  /* army */
                         {1.6306F, 0.8731F},   /* army_near */
                         {0.1817F, 0.9357F},   /* road_length */
                         {-0.2293F, 0.5390F},  /* road */
                         {0.3826F, 0.7001F},   /* road_near */
                         {0.0000F, 0.0000F},   /* tokens */
                         {0.0000F, 0.0000F},   /* levels */
                         {0.0000F, 0.0000F},   /* abilities */
                         {0.0000F, 0.0000F},   /* metropolises */
                         {0.0000F, 0.0000F},   /* metropolis_near */
                         {0.0000F, 0.0000F},   /* level_soon */
                         {0.0000F, 0.0000F},   /* level_pace */
                         {0.0000F, 0.0000F},   /* strength */
                         {0.0000F, 0.0000F},   /* strength_idle */
                         {0.0000F, 0.0000F},   /* knights */
                         {0.0000F, 0.0000F},   /* loss_near */
                         {0.0000F, 0.0000F},   /* defender_near */
                         {0.0000F, 0.0000F},   /* progress */
                         {0.0000F, 0.0000F},   /* walls */
                         {0.0000F, 0.0000F},   /* merchant */
                     }},
            [1] =
                {
                    /* two */
                    .made = "train two 2500 1 0",
                    .of =
                        {
                            {-0.1039F, -0.1910F}, /* self */
                            {0.1039F, 0.1910F},   /* next */
                            {0.0000F, 0.0000F},   /* after_next */
                            {0.7970F, 0.9539F},   /* points */
                            {0.7033F, 0.6921F},   /* near_end */
                            {1.4725F, 1.2059F},   /* hidden_points */
                            {0.8773F, 0.6177F},   /* brick */
                            {0.5876F, 0.3832F},   /* lumber */
                            {0.5088F, -0.2181F},  /* wool */
                            {1.1959F, -1.0805F},  /* grain */
                            {0.9330F, -0.5173F},  /* ore */
                            {0.0000F, 0.0000F},   /* cloth */
                            {0.0000F, 0.0000F},   /* coin */
                            {0.0000F, 0.0000F},   /* paper */
                            {1.6712F, -0.4833F},  /* pips */
                            {-0.2321F, -0.2099F}, /* blocked */
                            {1.0662F, -0.8609F},  /* kinds */
                            {1.5213F, -0.1223F},  /* city_pace */
                            {1.3993F, -0.2568F},  /* settlement_pace */
                            {3.4275F, 0.5684F},   /* dev_pace */
                            {1.2156F, 0.4915F},   /* road_pace */
                            {1.6690F, 0.9141F},   /* spot_now */
                            {1.3380F, -0.4300F},  /* spot_near */
                            {0.2452F, -0.2735F},  /* spot_far */
                            {0.2984F, -0.1699F},  /* spots */
                            {0.0961F, 0.6451F},   /* upgrades */
                            {0.4969F, -0.3520F},  /* cities */
                            {0.1137F, 0.0657F},   /* no_settlements_left */
                            {0.0119F, 0.2380F},   /* harbor_any */
                            {0.7011F, 0.5908F},   /* harbor_pips */
                            {0.1301F, 0.3949F},   /* hand */
                            {0.7594F, 0.6404F},   /* hand_hidden */
                            {-0.2946F, 0.5875F},  /* over_limit */
                            {0.2765F, -0.0921F},  /* city_soon */
                            {0.1457F, -0.1112F},  /* settlement_soon */
                            {0.2680F, 0.0423F},   /* dev_soon */
                            {0.3273F, 0.0939F},   /* best_soon */
                            {0.0596F, 0.2171F},   /* hand_kinds */
                            {1.3625F, 0.8539F},   /* dev_knight */
                            {0.5327F, -0.3538F},  /* dev_roads */
                            {0.5752F, -0.1143F},  /* dev_plenty */
                            {0.6011F, 0.4397F},   /* dev_monopoly */
                            {2.0710F, 1.7805F},   /* dev_hidden */
                            {0.6846F, 0.5678F},   /* knights_played */
                            {-0.0779F, 0.5462F},  /* army */
                            {0.7466F, 0.4539F},   /* army_near */
                            {-0.2730F, 0.9409F},  /* road_length */
                            {-0.4219F, 0.6225F},  /* road */
                            {-0.2751F, 0.3221F},  /* road_near */
                            {0.3939F, 0.0853F},   /* tokens */
                            {0.0000F, 0.0000F},   /* levels */
                            {0.0000F, 0.0000F},   /* abilities */
                            {0.0000F, 0.0000F},   /* metropolises */
                            {0.0000F, 0.0000F},   /* metropolis_near */
                            {0.0000F, 0.0000F},   /* level_soon */
                            {0.0000F, 0.0000F},   /* level_pace */
                            {0.0000F, 0.0000F},   /* strength */
                            {0.0000F, 0.0000F},   /* strength_idle */
                            {0.0000F, 0.0000F},   /* knights */
                            {0.0000F, 0.0000F},   /* loss_near */
                            {0.0000F, 0.0000F},   /* defender_near */
                            {0.0000F, 0.0000F},   /* progress */
                            {0.0000F, 0.0000F},   /* walls */
                            {0.0000F, 0.0000F},   /* merchant */
                        }},
            [2] =
                {/* knights */
                 .made = "train knights 2500 1 0: of those held out 67.2 % right, log loss 0.7088",
                 .of =
                     {
                         {-0.0598F, -0.0430F}, /* self */
                         {-0.0166F, 0.1409F},  /* next */
                         {0.0074F, 0.0325F},   /* after_next */
                         {1.5183F, 3.5795F},   /* points */
                         {1.6218F, 1.3615F},   /* near_end */
                         {0.0000F, 0.0000F},   /* hidden_points */
                         {-0.5303F, 0.7611F},  /* brick */
                         {1.2197F, -0.7632F},  /* lumber */
                         {0.1427F, 0.9115F},   /* wool */
                         {1.4262F, -0.5666F},  /* grain */
                         {1.8233F, -1.4509F},  /* ore */
                         {-0.0314F, 0.0538F},  /* cloth */
                         {0.2319F, -1.6733F},  /* coin */
                         {1.4600F, -0.0695F},  /* paper */
                         {2.3991F, -1.3955F},  /* pips */
                         {-0.6202F, 0.4973F},  /* blocked */
                         {0.7585F, -0.9923F},  /* kinds */
                         {0.9308F, -0.9426F},  /* city_pace */
                         {-0.2213F, -0.8101F}, /* settlement_pace */
                         {0.0000F, 0.0000F},   /* dev_pace */
                         {0.5979F, 0.3117F},   /* road_pace */
                         {0.4579F, 0.9222F},   /* spot_now */
                         {0.5289F, 0.4509F},   /* spot_near */
                         {-0.2706F, 0.0641F},  /* spot_far */
                         {0.6570F, -0.3074F},  /* spots */
                         {-0.0435F, 0.2110F},  /* upgrades */
                         {-0.6444F, -0.1585F}, /* cities */
                         {0.6457F, -0.3521F},  /* no_settlements_left */
                         {-0.3732F, 0.5904F},  /* harbor_any */
                         {-0.3711F, 0.4832F},  /* harbor_pips */
                         {0.4129F, 0.4134F},   /* hand */
                         {0.6343F, 0.5316F},   /* hand_hidden */
                         {-0.0383F, -0.1672F}, /* over_limit */
                         {0.6088F, -0.5496F},  /* city_soon */
                         {-0.1074F, 0.1340F},  /* settlement_soon */
                         {0.0000F, 0.0000F},   /* dev_soon */
                         {0.0886F, 0.1257F},   /* best_soon */
                         {-0.0643F, 0.1473F},  /* hand_kinds */
                         {0.0000F, 0.0000F},   /* dev_knight */
                         {0.0000F, 0.0000F},   /* dev_roads */
                         {0.0000F, 0.0000F},   /* dev_plenty */
                         {0.0000F, 0.0000F},   /* dev_monopoly */
                         {0.0000F, 0.0000F},   /* dev_hidden */
                         {0.0000F, 0.0000F},   /* knights_played */
                         {0.0000F, 0.0000F},   /* army */
                         {0.0000F, 0.0000F},   /* army_near */
                         {-0.0553F, 1.4217F},  /* road_length */
                         {-0.5219F, -0.0470F}, /* road */
                         {-0.6148F, 1.1451F},  /* road_near */
                         {0.0000F, 0.0000F},   /* tokens */
                         {2.9431F, 0.3389F},   /* levels */
                         {0.5516F, -0.1319F},  /* abilities */
                         {-0.6311F, 0.1930F},  /* metropolises */
                         {0.2057F, -0.2086F},  /* metropolis_near */
                         {-0.0446F, -0.0334F}, /* level_soon */
                         {0.8118F, -0.0814F},  /* level_pace */
                         {0.3604F, 0.1336F},   /* strength */
                         {0.0538F, 0.3324F},   /* strength_idle */
                         {0.6071F, -0.4403F},  /* knights */
                         {-1.6756F, 0.9407F},  /* loss_near */
                         {-0.2691F, 1.1822F},  /* defender_near */
                         {0.6772F, 0.0495F},   /* progress */
                         {0.2790F, 0.4613F},   /* walls */
                         {-0.0098F, -0.4526F}, /* merchant */
                     }},
            [3] =
                {/* two_opening */
                 .made = "train two_opening 60000 1 0: 120000 positions; of those held out 75.2 % "
                         "right, log loss 0.4725",
                 .of =
                     {
                         {-0.0801F, -0.0551F}, /* self */
                         {0.0801F, 0.0551F},   /* next */
                         {0.0000F, 0.0000F},   /* after_next */
                         {-0.0000F, -0.0000F}, /* points */
                         {-0.0000F, -0.0000F}, /* near_end */
                         {0.0000F, 0.0000F},   /* hidden_points */
                         {0.7028F, 0.3003F},   /* brick */
                         {0.7273F, 0.2819F},   /* lumber */
                         {0.9843F, 0.3456F},   /* wool */
                         {1.9832F, 0.7349F},   /* grain */
                         {1.2618F, 0.4662F},   /* ore */
                         {0.0000F, 0.0000F},   /* cloth */
                         {0.0000F, 0.0000F},   /* coin */
                         {0.0000F, 0.0000F},   /* paper */
                         {2.9116F, 0.8252F},   /* pips */
                         {0.0000F, 0.0000F},   /* blocked */
                         {1.0546F, 0.3558F},   /* kinds */
                         {2.4648F, 0.5000F},   /* city_pace */
                         {1.2301F, 0.1832F},   /* settlement_pace */
                         {2.9509F, 0.6612F},   /* dev_pace */
                         {1.6710F, 0.3456F},   /* road_pace */
                         {0.0000F, 0.0000F},   /* spot_now */
                         {2.4027F, 0.5664F},   /* spot_near */
                         {1.3844F, 0.3168F},   /* spot_far */
                         {0.1878F, 0.0035F},   /* spots */
                         {-0.0000F, -0.0000F}, /* upgrades */
                         {0.0000F, 0.0000F},   /* cities */
                         {0.0000F, 0.0000F},   /* no_settlements_left */
                         {0.2776F, 0.1682F},   /* harbor_any */
                         {2.0356F, 0.5095F},   /* harbor_pips */
                         {0.4419F, 0.2334F},   /* hand */
                         {0.9889F, 0.4925F},   /* hand_hidden */
                         {0.0000F, 0.0000F},   /* over_limit */
                         {0.5854F, 0.2592F},   /* city_soon */
                         {0.1193F, 0.0118F},   /* settlement_soon */
                         {0.0885F, 0.0302F},   /* dev_soon */
                         {0.0920F, 0.0328F},   /* best_soon */
                         {0.1130F, 0.0713F},   /* hand_kinds */
                         {0.0000F, 0.0000F},   /* dev_knight */
                         {0.0000F, 0.0000F},   /* dev_roads */
                         {0.0000F, 0.0000F},   /* dev_plenty */
                         {0.0000F, 0.0000F},   /* dev_monopoly */
                         {0.0000F, 0.0000F},   /* dev_hidden */
                         {0.0000F, 0.0000F},   /* knights_played */
                         {0.0000F, 0.0000F},   /* army */
                         {-0.0000F, -0.0000F}, /* army_near */
                         {-0.6678F, -0.1378F}, /* road_length */
                         {0.0000F, 0.0000F},   /* road */
                         {-0.3260F, -0.0791F}, /* road_near */
                         {-0.3594F, -0.0028F}, /* tokens */
                         {0.0000F, 0.0000F},   /* levels */
                         {0.0000F, 0.0000F},   /* abilities */
                         {0.0000F, 0.0000F},   /* metropolises */
                         {0.0000F, 0.0000F},   /* metropolis_near */
                         {0.0000F, 0.0000F},   /* level_soon */
                         {0.0000F, 0.0000F},   /* level_pace */
                         {0.0000F, 0.0000F},   /* strength */
                         {0.0000F, 0.0000F},   /* strength_idle */
                         {0.0000F, 0.0000F},   /* knights */
                         {0.0000F, 0.0000F},   /* loss_near */
                         {0.0000F, 0.0000F},   /* defender_near */
                         {0.0000F, 0.0000F},   /* progress */
                         {0.0000F, 0.0000F},   /* walls */
                         {0.0000F, 0.0000F},   /* merchant */
                     }},
};
