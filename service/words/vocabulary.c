/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/vocabulary.h"

#include <stdio.h>
#include <string.h>

#include "engine/game.h"

/* Things that a verb names as well: "road 14-19" builds one, "red has a road at 14-19" asks for one. */
#define SETTLEMENT "settlement,village"
#define CITY       "city"
#define ROAD       "road,path,street"
#define WALL       "wall,city wall"
#define ROBBER     "robber,thief"
#define FREE_ROADS "road building,roads,free roads"

/* Plurals that end in s need no phrase of their own. */
static const struct word words[] = {
    {WORD_EMPTY, 0, "the,my,please"},

    {WORD_VERB, 0, "settle,s,build settlement,build a settlement," SETTLEMENT},
    {WORD_VERB, 0, CITY ",build city,build a city"},
    {WORD_VERB, 0, ROAD ",build road,build a road"},
    {WORD_VERB, 0, "ship,build ship,build a ship,boat"},
    {WORD_VERB, 0, "sail,move ship,move my ship"},
    {WORD_VERB, 0, "pirate,move pirate,move the pirate"},
    {WORD_VERB, 0, "gold,choose gold,for gold"},
    {WORD_VERB, 0, "wonder,build wonder,build a wonder"},
    {WORD_VERB, 0, "harbor,harbour,place harbor,place harbour,place the harbor"},
    {WORD_VERB, 0, "roll,roll dice,roll the dice,dice,r"},
    {WORD_VERB, 0, "discard,drop,throw away"},
    {WORD_VERB, 0, ROBBER ",rob,move robber,move the robber"},
    {WORD_VERB, 0, "bank,trade with bank,trade with the bank,exchange,maritime trade,maritime"},
    {WORD_VERB, 0, "for,->,=>,→,against"},
    {WORD_VERB, 0, "offer,propose,trade"},
    {WORD_VERB, 0, "to,->,=>,→"},
    {WORD_VERB, 0, "accept,agree to,agree,yes to"},
    {WORD_VERB, 0, "decline,refuse,reject,no to"},
    {WORD_VERB, 0, "counter,counter offer"},
    {WORD_VERB, 0, "confirm"},
    {WORD_VERB, 0, "with"},
    {WORD_VERB, 0, "cancel,withdraw,retract"},
    {WORD_VERB, 0,
     "buy,buy card,buy a card,buy dev,buy dev card,buy development card,buy a development card"},
    {WORD_VERB, 0, "play"},
    {WORD_VERB, 0, "from,against,of,steal from,and steal from,on"},
    {WORD_VERB, 0, "on,from,against,at"},
    {WORD_VERB, 0, "at,in,on"},
    {WORD_VERB, 0, "end,end turn,end my turn,pass,done,finish,e"},
    {WORD_VERB, 0, "resign,surrender"},
    {WORD_VERB, 0, "undo,take back"},
    {WORD_VERB, 0, "neutral,build neutral"},
    {WORD_VERB, 0, "force,forced trade,force trade,force a trade"},
    {WORD_VERB, 0, "return,give back"},
    {WORD_VERB, 0, "desert"},
    {WORD_VERB, 0, "in"},
    {WORD_VERB, 0, "trade"},
    {WORD_VERB, 0, "knight,build knight,build a knight,recruit,knights"},
    {WORD_VERB, 0, WALL ",build wall,build city wall,build a wall"},
    {WORD_VERB, 0, "activate,activate knight,wake"},
    {WORD_VERB, 0, "promote,promote knight"},
    {WORD_VERB, 0, "move,move knight"},
    {WORD_VERB, 0, "displace,displace knight,drive away,drive off"},
    {WORD_VERB, 0, "chase,chase robber,chase the robber,chase away robber"},
    {WORD_VERB, 0, "improve,improve city,improvement,build improvement"},
    {WORD_VERB, 0, "repair,repair city,fix,set upright"},
    {WORD_VERB, 0, "give"},
    {WORD_VERB, 0, "take"},
    {WORD_VERB, 0, "card,progress card,the card"},
    {WORD_VERB, 0, "remove,remove knight"},
    {WORD_VERB, 0, "place,place knight,put"},
    {WORD_VERB, 0, "skip,nothing"},
    {WORD_VERB, 0, "relocate,relocate knight,retreat"},
    {WORD_VERB, 0, "deck,stack,choose deck,progress deck"},
    {WORD_VERB, 0, "pillage,lose city,lose"},
    {WORD_VERB, 0, "commit,commit knights,defend with,defend"},
    {WORD_VERB, 0, "auto,automatic,automatically,first come"},

    {WORD_KIND, BRICK, "brick,clay,loam"},
    {WORD_KIND, LUMBER, "lumber,wood,timber"},
    {WORD_KIND, WOOL, "wool,sheep"},
    {WORD_KIND, GRAIN, "grain,wheat,corn"},
    {WORD_KIND, ORE, "ore,stone,rock"},
    {WORD_KIND, CLOTH, "cloth,textile"},
    {WORD_KIND, COIN, "coin,gold,money"},
    {WORD_KIND, PAPER, "paper,book"},

    {WORD_TRACK, TRACK_TRADE, "trade,yellow"},
    {WORD_TRACK, TRACK_POLITICS, "politics,political"},
    {WORD_TRACK, TRACK_SCIENCE, "science"},

    {WORD_WONDER, WONDER_THEATER, "theater,theatre"},
    {WORD_WONDER, WONDER_GREAT_BRIDGE, "great bridge,bridge"},
    {WORD_WONDER, WONDER_MONUMENT, "monument"},
    {WORD_WONDER, WONDER_GREAT_WALL, "great wall"},
    {WORD_WONDER, WONDER_CATHEDRAL, "cathedral"},
    {WORD_WONDER, WONDER_LIBRARY, "library"},
    {WORD_WONDER, WONDER_LIGHTHOUSE, "lighthouse"},

    {WORD_HARBOR, BRICK, "brick,clay"},
    {WORD_HARBOR, LUMBER, "lumber,wood"},
    {WORD_HARBOR, WOOL, "wool,sheep"},
    {WORD_HARBOR, GRAIN, "grain,wheat"},
    {WORD_HARBOR, ORE, "ore"},
    {WORD_HARBOR, HARBOR_ANY, "any,3:1,generic"},

    {WORD_LEVEL, 1, "basic,simple,weak,level 1"},
    {WORD_LEVEL, 2, "strong,level 2"},
    {WORD_LEVEL, 3, "mighty,level 3"},

    {WORD_DEV, KNIGHT, "knight"},
    {WORD_DEV, ROAD_BUILDING, FREE_ROADS},
    {WORD_DEV, YEAR_OF_PLENTY, "year of plenty,plenty,invention"},
    {WORD_DEV, MONOPOLY, "monopoly,resource monopoly,trade monopoly"},
    {WORD_DEV, VICTORY_POINT, "victory point,point"},

    {WORD_PROGRESS, PROGRESS_ALCHEMIST, "alchemist,alchemy"},
    {WORD_PROGRESS, PROGRESS_CRANE, "crane"},
    {WORD_PROGRESS, PROGRESS_ENGINEER, "engineer,engineering"},
    {WORD_PROGRESS, PROGRESS_INVENTOR, "inventor"},
    {WORD_PROGRESS, PROGRESS_IRRIGATION, "irrigation"},
    {WORD_PROGRESS, PROGRESS_MEDICINE, "medicine"},
    {WORD_PROGRESS, PROGRESS_MINING, "mining"},
    {WORD_PROGRESS, PROGRESS_PRINTER, "printer"},
    {WORD_PROGRESS, PROGRESS_ROAD_BUILDING, FREE_ROADS},
    {WORD_PROGRESS, PROGRESS_SMITH, "smith,smithing"},
    {WORD_PROGRESS, PROGRESS_COMMERCIAL_HARBOR,
     "commercial harbor,harbor,commercial harbour,harbour"},
    {WORD_PROGRESS, PROGRESS_MASTER_MERCHANT, "master merchant,master,guild dues"},
    {WORD_PROGRESS, PROGRESS_MERCHANT, "merchant"},
    {WORD_PROGRESS, PROGRESS_MERCHANT_FLEET, "merchant fleet,fleet"},
    {WORD_PROGRESS, PROGRESS_RESOURCE_MONOPOLY, "resource monopoly"},
    {WORD_PROGRESS, PROGRESS_TRADE_MONOPOLY, "trade monopoly"},
    {WORD_PROGRESS, PROGRESS_BISHOP, "bishop"},
    {WORD_PROGRESS, PROGRESS_CONSTITUTION, "constitution"},
    {WORD_PROGRESS, PROGRESS_DESERTER, "deserter,treason"},
    {WORD_PROGRESS, PROGRESS_DIPLOMAT, "diplomat,diplomacy"},
    {WORD_PROGRESS, PROGRESS_INTRIGUE, "intrigue"},
    {WORD_PROGRESS, PROGRESS_SABOTEUR, "saboteur,sabotage"},
    {WORD_PROGRESS, PROGRESS_SPY, "spy,espionage"},
    {WORD_PROGRESS, PROGRESS_WARLORD, "warlord,encouragement"},
    {WORD_PROGRESS, PROGRESS_WEDDING, "wedding"},

    {WORD_MEASURE, CARDS, "cards"},
    {WORD_MEASURE, POINTS, "point"},
    {WORD_MEASURE, SETTLEMENTS, SETTLEMENT},
    {WORD_MEASURE, CITIES, CITY ",cities"},
    {WORD_MEASURE, ROADS, ROAD},
    {WORD_MEASURE, KNIGHTS, "knight"},
    {WORD_MEASURE, WALLS, WALL},
    {WORD_MEASURE, STRENGTH, "strength"},
    {WORD_MEASURE, LINE, "line"},
    {WORD_MEASURE, ARMY, "army"},
    {WORD_MEASURE, TURN, "turn"},
    {WORD_MEASURE, BARBARIANS, "barbarian"},
    {WORD_MEASURE, ROLLED, "rolled,roll"},

    {WORD_AMOUNT, 1, "one,a,an"},
    {WORD_AMOUNT, 2, "two"},
    {WORD_AMOUNT, 3, "three"},
    {WORD_AMOUNT, 4, "four"},
    {WORD_AMOUNT, 5, "five"},
    {WORD_AMOUNT, 6, "six"},
    {WORD_AMOUNT, 7, "seven"},
    {WORD_AMOUNT, 8, "eight"},
    {WORD_AMOUNT, 9, "nine"},
    {WORD_AMOUNT, 10, "ten"},

    {WORD_NOBODY, 0, "nobody,no one,noone,none,nothing"},
    {WORD_EVERYBODY, 0, "everybody,everyone,all"},
    {WORD_PLACE, 0, "at,on,to,in,hex,vertex,edge"},

    {WORD_FILLER, 0, "i,my,have,has,hold,holds,is,are,was,a,an,the,at,on,of,in,than"},
    {WORD_AND, 0, "and"},
    {WORD_OR, 0, "or,|"},
    {WORD_NOT, 0, "not"},
    {WORD_NO, 0, "no"},
    {WORD_COMPARE, AT_LEAST, "least,>="},
    {WORD_COMPARE, AT_MOST, "most,<="},
    {WORD_COMPARE, MORE_THAN, "more,>"},
    {WORD_COMPARE, LESS_THAN, "fewer,less,<"},
    {WORD_COMPARE, EQUAL_TO, "exactly,=,=="},
    {WORD_COMPARE, UNEQUAL_TO, "!="},
    {WORD_FREE, 0, "free"},
    {WORD_ROBBER, 0, ROBBER},
    {WORD_CARD, 0, "card"},
    {WORD_BANK, 0, "bank"},
};
enum { WORDS = sizeof words / sizeof *words };

const struct word *vocabulary_at(size_t at) {
    return at < WORDS ? &words[at] : NULL;
}

const struct word *vocabulary_class(enum word_class class, size_t *n) {
    size_t first = 0;

    *n = 0;
    while (first < WORDS && words[first].class != class)
        first++;
    while (first + *n < WORDS && words[first + *n].class == class)
        ++*n;
    return &words[first];
}

const struct word *vocabulary_word(enum word_class class, unsigned value) {
    size_t n;
    const struct word *word = vocabulary_class(class, &n);

    for (; n > 0; n--, word++)
        if (word->value == value)
            return word;
    return NULL;
}

bool vocabulary_phrase(const char **phrases, char phrase[PHRASE_SIZE]) {
    size_t len = strcspn(*phrases, ",");

    if (len == 0)
        return false;
    snprintf(phrase, PHRASE_SIZE, "%.*s", (int)len, *phrases);
    *phrases += len + ((*phrases)[len] == ',');
    return true;
}

const struct word *vocabulary_literal(const char *literal) {
    size_t len = strlen(literal);

    for (size_t i = 0; i < WORDS; i++)
        for (const char *at = words[i].phrases; *at != '\0';) {
            size_t size = strcspn(at, ",");

            if (size == len && memcmp(at, literal, len) == 0)
                return &words[i];
            if (words[i].class == WORD_VERB)
                break;
            at += size + (at[size] == ',');
        }
    return NULL;
}
