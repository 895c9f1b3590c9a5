/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Written by the trainer (tests/train/train.c, `make train`). */
#include "service/bots/value.h"

/* clang-format off */
const struct value_weights value_weights[VALUE_GAME_COUNT] = {
    [0] = { /* base */
        .made = "train base 20000 9 100 at b4b1718f: 1873378 positions; of those held out 59.0 % right, log loss 0.8403",
        .of = {
            {-0.1389F, -0.2908F}, /* self */
            { 0.0155F,  0.1458F}, /* next */
            { 0.0003F,  0.0617F}, /* after_next */
            { 1.4407F,  2.1932F}, /* points */
            { 0.6066F,  0.3623F}, /* near_end */
            { 1.1488F,  1.0945F}, /* hidden_points */
            { 0.8498F,  0.1152F}, /* brick */
            { 0.6597F,  0.2110F}, /* lumber */
            { 0.5367F,  0.2712F}, /* wool */
            { 1.5455F, -0.5086F}, /* grain */
            { 1.4617F, -0.2407F}, /* ore */
            { 0.0000F,  0.0000F}, /* cloth */
            { 0.0000F,  0.0000F}, /* coin */
            { 0.0000F,  0.0000F}, /* paper */
            { 0.9817F, -1.0555F}, /* pips */
            {-0.5197F,  0.3021F}, /* blocked */
            {-0.1704F, -0.1166F}, /* kinds */
            { 0.5627F, -0.2687F}, /* city_pace */
            { 0.9210F, -0.2513F}, /* settlement_pace */
            { 1.6542F,  0.1398F}, /* dev_pace */
            { 1.2943F,  0.0373F}, /* road_pace */
            { 1.0883F, -0.1527F}, /* spot_now */
            { 0.4361F, -0.2588F}, /* spot_near */
            {-0.5112F, -0.2932F}, /* spot_far */
            { 0.3567F,  0.1149F}, /* spots */
            { 0.9459F,  0.4983F}, /* upgrades */
            { 0.5035F,  1.3041F}, /* cities */
            { 0.4633F, -0.5864F}, /* no_settlements_left */
            {-0.1933F,  0.4275F}, /* harbor_any */
            { 0.5118F,  0.0539F}, /* harbor_pips */
            { 0.2298F,  0.4420F}, /* hand */
            { 1.0264F,  0.2034F}, /* hand_hidden */
            {-0.3672F, -0.0067F}, /* over_limit */
            { 0.4779F, -0.1203F}, /* city_soon */
            { 0.1092F, -0.0086F}, /* settlement_soon */
            { 0.2833F, -0.1031F}, /* dev_soon */
            {-0.0093F,  0.0254F}, /* best_soon */
            { 0.2306F,  0.1317F}, /* hand_kinds */
            { 0.7227F,  0.4157F}, /* dev_knight */
            { 0.5922F, -0.0762F}, /* dev_roads */
            { 0.4313F,  0.0981F}, /* dev_plenty */
            { 0.6622F,  0.1463F}, /* dev_monopoly */
            { 2.0505F,  1.8494F}, /* dev_hidden */
            { 0.2813F,  0.0154F}, /* knights_played */
            {-0.1359F,  1.2259F}, /* army */
            { 0.6779F,  1.4436F}, /* army_near */
            { 0.0996F,  0.6455F}, /* road_length */
            { 0.0617F,  0.4781F}, /* road */
            { 0.9243F,  1.1750F}, /* road_near */
            { 0.0000F,  0.0000F}, /* tokens */
            { 0.0000F,  0.0000F}, /* levels */
            { 0.0000F,  0.0000F}, /* abilities */
            { 0.0000F,  0.0000F}, /* metropolises */
            { 0.0000F,  0.0000F}, /* metropolis_near */
            { 0.0000F,  0.0000F}, /* level_soon */
            { 0.0000F,  0.0000F}, /* level_pace */
            { 0.0000F,  0.0000F}, /* strength */
            { 0.0000F,  0.0000F}, /* strength_idle */
            { 0.0000F,  0.0000F}, /* knights */
            { 0.0000F,  0.0000F}, /* loss_near */
            { 0.0000F,  0.0000F}, /* defender_near */
            { 0.0000F,  0.0000F}, /* progress */
            { 0.0000F,  0.0000F}, /* walls */
            { 0.0000F,  0.0000F}, /* merchant */
        },
    },
    [1] = { /* two */
        .made = "train two 2500 1 0 at dfd619d9: 122735 positions; of those held out 78.5 % right, log loss 0.4318",
        .of = {
            {-0.1039F, -0.1910F}, /* self */
            { 0.1039F,  0.1910F}, /* next */
            { 0.0000F,  0.0000F}, /* after_next */
            { 0.7970F,  0.9539F}, /* points */
            { 0.7033F,  0.6921F}, /* near_end */
            { 1.4725F,  1.2059F}, /* hidden_points */
            { 0.8773F,  0.6177F}, /* brick */
            { 0.5876F,  0.3832F}, /* lumber */
            { 0.5088F, -0.2181F}, /* wool */
            { 1.1959F, -1.0805F}, /* grain */
            { 0.9330F, -0.5173F}, /* ore */
            { 0.0000F,  0.0000F}, /* cloth */
            { 0.0000F,  0.0000F}, /* coin */
            { 0.0000F,  0.0000F}, /* paper */
            { 1.6712F, -0.4833F}, /* pips */
            {-0.2321F, -0.2099F}, /* blocked */
            { 1.0662F, -0.8609F}, /* kinds */
            { 1.5213F, -0.1223F}, /* city_pace */
            { 1.3993F, -0.2568F}, /* settlement_pace */
            { 3.4275F,  0.5684F}, /* dev_pace */
            { 1.2156F,  0.4915F}, /* road_pace */
            { 1.6690F,  0.9141F}, /* spot_now */
            { 1.3380F, -0.4300F}, /* spot_near */
            { 0.2452F, -0.2735F}, /* spot_far */
            { 0.2984F, -0.1699F}, /* spots */
            { 0.0961F,  0.6451F}, /* upgrades */
            { 0.4969F, -0.3520F}, /* cities */
            { 0.1137F,  0.0657F}, /* no_settlements_left */
            { 0.0119F,  0.2380F}, /* harbor_any */
            { 0.7011F,  0.5908F}, /* harbor_pips */
            { 0.1301F,  0.3949F}, /* hand */
            { 0.7594F,  0.6404F}, /* hand_hidden */
            {-0.2946F,  0.5875F}, /* over_limit */
            { 0.2765F, -0.0921F}, /* city_soon */
            { 0.1457F, -0.1112F}, /* settlement_soon */
            { 0.2680F,  0.0423F}, /* dev_soon */
            { 0.3273F,  0.0939F}, /* best_soon */
            { 0.0596F,  0.2171F}, /* hand_kinds */
            { 1.3625F,  0.8539F}, /* dev_knight */
            { 0.5327F, -0.3538F}, /* dev_roads */
            { 0.5752F, -0.1143F}, /* dev_plenty */
            { 0.6011F,  0.4397F}, /* dev_monopoly */
            { 2.0710F,  1.7805F}, /* dev_hidden */
            { 0.6846F,  0.5678F}, /* knights_played */
            {-0.0779F,  0.5462F}, /* army */
            { 0.7466F,  0.4539F}, /* army_near */
            {-0.2730F,  0.9409F}, /* road_length */
            {-0.4219F,  0.6225F}, /* road */
            {-0.2751F,  0.3221F}, /* road_near */
            { 0.3939F,  0.0853F}, /* tokens */
            { 0.0000F,  0.0000F}, /* levels */
            { 0.0000F,  0.0000F}, /* abilities */
            { 0.0000F,  0.0000F}, /* metropolises */
            { 0.0000F,  0.0000F}, /* metropolis_near */
            { 0.0000F,  0.0000F}, /* level_soon */
            { 0.0000F,  0.0000F}, /* level_pace */
            { 0.0000F,  0.0000F}, /* strength */
            { 0.0000F,  0.0000F}, /* strength_idle */
            { 0.0000F,  0.0000F}, /* knights */
            { 0.0000F,  0.0000F}, /* loss_near */
            { 0.0000F,  0.0000F}, /* defender_near */
            { 0.0000F,  0.0000F}, /* progress */
            { 0.0000F,  0.0000F}, /* walls */
            { 0.0000F,  0.0000F}, /* merchant */
        },
    },
    [2] = { /* knights */
        .made = "train knights 20000 9 100 at 17427534: 2163889 positions; of those held out 69.6 % right, log loss 0.6599",
        .of = {
            {-0.0801F, -0.1084F}, /* self */
            { 0.0096F,  0.1370F}, /* next */
            { 0.0111F,  0.0386F}, /* after_next */
            { 1.7415F,  3.7152F}, /* points */
            { 1.2310F,  0.8531F}, /* near_end */
            { 0.0000F,  0.0000F}, /* hidden_points */
            {-0.1270F,  0.9927F}, /* brick */
            { 1.5001F, -0.9831F}, /* lumber */
            { 0.2677F,  0.1764F}, /* wool */
            { 1.5061F, -0.4777F}, /* grain */
            { 1.8679F, -0.9033F}, /* ore */
            { 0.3990F, -0.2101F}, /* cloth */
            { 0.1453F, -0.4530F}, /* coin */
            { 1.2958F,  0.3303F}, /* paper */
            { 1.5083F, -2.0334F}, /* pips */
            {-0.5040F,  0.4144F}, /* blocked */
            { 0.2456F, -0.9951F}, /* kinds */
            { 0.4663F, -0.5539F}, /* city_pace */
            { 0.6061F, -0.4182F}, /* settlement_pace */
            { 0.0000F,  0.0000F}, /* dev_pace */
            { 0.2528F, -0.0702F}, /* road_pace */
            { 0.4859F,  0.2235F}, /* spot_now */
            { 0.4254F, -0.2334F}, /* spot_near */
            {-0.1164F, -0.2513F}, /* spot_far */
            { 0.3188F,  0.2076F}, /* spots */
            { 0.6225F,  0.0088F}, /* upgrades */
            { 0.0634F,  0.7099F}, /* cities */
            { 0.4580F, -0.2214F}, /* no_settlements_left */
            { 0.0291F,  0.0071F}, /* harbor_any */
            {-0.1302F,  0.1789F}, /* harbor_pips */
            { 0.3021F,  0.2772F}, /* hand */
            { 0.7563F,  0.3211F}, /* hand_hidden */
            {-0.1839F,  0.0959F}, /* over_limit */
            { 0.3852F, -0.2400F}, /* city_soon */
            {-0.0073F,  0.0930F}, /* settlement_soon */
            { 0.0000F,  0.0000F}, /* dev_soon */
            { 0.3060F,  0.0298F}, /* best_soon */
            { 0.1080F, -0.0076F}, /* hand_kinds */
            { 0.0000F,  0.0000F}, /* dev_knight */
            { 0.0000F,  0.0000F}, /* dev_roads */
            { 0.0000F,  0.0000F}, /* dev_plenty */
            { 0.0000F,  0.0000F}, /* dev_monopoly */
            { 0.0000F,  0.0000F}, /* dev_hidden */
            { 0.0000F,  0.0000F}, /* knights_played */
            { 0.0000F,  0.0000F}, /* army */
            { 0.0000F,  0.0000F}, /* army_near */
            {-0.1909F,  1.3890F}, /* road_length */
            {-0.3496F, -0.0077F}, /* road */
            { 0.0205F,  1.2600F}, /* road_near */
            { 0.0000F,  0.0000F}, /* tokens */
            { 3.5892F, -0.1697F}, /* levels */
            { 0.9387F, -0.6254F}, /* abilities */
            {-0.8164F,  0.5632F}, /* metropolises */
            {-0.0643F,  0.1446F}, /* metropolis_near */
            {-0.1992F,  0.1183F}, /* level_soon */
            { 0.5332F,  0.8613F}, /* level_pace */
            { 0.5063F, -0.2370F}, /* strength */
            {-0.0228F,  0.1471F}, /* strength_idle */
            { 0.6868F, -0.5540F}, /* knights */
            {-1.6015F,  0.9625F}, /* loss_near */
            {-0.2161F,  0.9417F}, /* defender_near */
            { 0.5490F,  0.0863F}, /* progress */
            { 0.7432F, -0.5412F}, /* walls */
            {-0.0488F, -0.3919F}, /* merchant */
        },
    },
    [3] = { /* two_opening */
        .made = "train two_opening 60000 1 0 at a4140389: 120000 positions; of those held out 75.2 % right, log loss 0.4725",
        .of = {
            {-0.0801F, -0.0551F}, /* self */
            { 0.0801F,  0.0551F}, /* next */
            { 0.0000F,  0.0000F}, /* after_next */
            {-0.0000F, -0.0000F}, /* points */
            {-0.0000F, -0.0000F}, /* near_end */
            { 0.0000F,  0.0000F}, /* hidden_points */
            { 0.7028F,  0.3003F}, /* brick */
            { 0.7273F,  0.2819F}, /* lumber */
            { 0.9843F,  0.3456F}, /* wool */
            { 1.9832F,  0.7349F}, /* grain */
            { 1.2618F,  0.4662F}, /* ore */
            { 0.0000F,  0.0000F}, /* cloth */
            { 0.0000F,  0.0000F}, /* coin */
            { 0.0000F,  0.0000F}, /* paper */
            { 2.9116F,  0.8252F}, /* pips */
            { 0.0000F,  0.0000F}, /* blocked */
            { 1.0546F,  0.3558F}, /* kinds */
            { 2.4648F,  0.5000F}, /* city_pace */
            { 1.2301F,  0.1832F}, /* settlement_pace */
            { 2.9509F,  0.6612F}, /* dev_pace */
            { 1.6710F,  0.3456F}, /* road_pace */
            { 0.0000F,  0.0000F}, /* spot_now */
            { 2.4027F,  0.5664F}, /* spot_near */
            { 1.3844F,  0.3168F}, /* spot_far */
            { 0.1878F,  0.0035F}, /* spots */
            {-0.0000F, -0.0000F}, /* upgrades */
            { 0.0000F,  0.0000F}, /* cities */
            { 0.0000F,  0.0000F}, /* no_settlements_left */
            { 0.2776F,  0.1682F}, /* harbor_any */
            { 2.0356F,  0.5095F}, /* harbor_pips */
            { 0.4419F,  0.2334F}, /* hand */
            { 0.9889F,  0.4925F}, /* hand_hidden */
            { 0.0000F,  0.0000F}, /* over_limit */
            { 0.5854F,  0.2592F}, /* city_soon */
            { 0.1193F,  0.0118F}, /* settlement_soon */
            { 0.0885F,  0.0302F}, /* dev_soon */
            { 0.0920F,  0.0328F}, /* best_soon */
            { 0.1130F,  0.0713F}, /* hand_kinds */
            { 0.0000F,  0.0000F}, /* dev_knight */
            { 0.0000F,  0.0000F}, /* dev_roads */
            { 0.0000F,  0.0000F}, /* dev_plenty */
            { 0.0000F,  0.0000F}, /* dev_monopoly */
            { 0.0000F,  0.0000F}, /* dev_hidden */
            { 0.0000F,  0.0000F}, /* knights_played */
            { 0.0000F,  0.0000F}, /* army */
            {-0.0000F, -0.0000F}, /* army_near */
            {-0.6678F, -0.1378F}, /* road_length */
            { 0.0000F,  0.0000F}, /* road */
            {-0.3260F, -0.0791F}, /* road_near */
            {-0.3594F, -0.0028F}, /* tokens */
            { 0.0000F,  0.0000F}, /* levels */
            { 0.0000F,  0.0000F}, /* abilities */
            { 0.0000F,  0.0000F}, /* metropolises */
            { 0.0000F,  0.0000F}, /* metropolis_near */
            { 0.0000F,  0.0000F}, /* level_soon */
            { 0.0000F,  0.0000F}, /* level_pace */
            { 0.0000F,  0.0000F}, /* strength */
            { 0.0000F,  0.0000F}, /* strength_idle */
            { 0.0000F,  0.0000F}, /* knights */
            { 0.0000F,  0.0000F}, /* loss_near */
            { 0.0000F,  0.0000F}, /* defender_near */
            { 0.0000F,  0.0000F}, /* progress */
            { 0.0000F,  0.0000F}, /* walls */
            { 0.0000F,  0.0000F}, /* merchant */
        },
    },
};
