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
    {WORD_EMPTY, 0, "the,my,please", "bitte,der,die,das,den,dem,mein,meine,meinen,meinem"},

    {WORD_VERB, 0, "settle,s,build settlement,build a settlement," SETTLEMENT,
     "siedlung,siedeln,siedle,siedlung bauen,baue siedlung,baue eine siedlung,dorf"},
    {WORD_VERB, 0, CITY ",build city,build a city", "stadt,stadt bauen,baue stadt,baue eine stadt"},
    {WORD_VERB, 0, ROAD ",build road,build a road",
     "straße,strasse,straße bauen,strasse bauen,baue straße,baue strasse,baue eine straße,baue "
     "eine strasse,weg"},
    {WORD_VERB, 0, "ship,build ship,build a ship,boat",
     "schiff,schiff bauen,baue schiff,baue ein schiff,boot"},
    {WORD_VERB, 0, "sail,move ship,move my ship", "segeln,segle,schiff versetzen,schiff umsetzen"},
    {WORD_VERB, 0, "pirate,move pirate,move the pirate",
     "pirat,seeräuber,seeraeuber,versetze den piraten,piraten"},
    {WORD_VERB, 0, "gold,choose gold,for gold", "gold,gold wählen,wähle gold,für gold"},
    {WORD_VERB, 0, "wonder,build wonder,build a wonder",
     "wunder,weltwunder,baue wunder,baue ein wunder"},
    {WORD_VERB, 0,
     "harbor,commercial harbor,harbour,commercial harbour,place harbor,place harbour,place the "
     "harbor",
     "hafen,handelshafen,hafen setzen,setze hafen,setze den hafen,setze einen hafen"},
    {WORD_VERB, 0, "attack,attack fortress,attack the fortress,storm",
     "angreifen,angriff,festung angreifen,greife an,greife die festung an"},
    {WORD_VERB, 0, "draw,draw card,draw a card", "ziehen,ziehe,ziehe karte,karte ziehen"},
    {WORD_VERB, 0, "roll,roll dice,roll the dice,dice,r", "würfeln,würfle,wuerfeln,wuerfle,wurf,w"},
    {WORD_VERB, 0, "discard,drop,throw away", "abwerfen,ablegen,abgeben,wirf ab,gib ab"},
    {WORD_VERB, 0, ROBBER ",rob,move robber,move the robber",
     "räuber,raeuber,räuber versetzen,raeuber versetzen,versetze den räuber"},
    {WORD_VERB, 0, "bank,trade with bank,trade with the bank,exchange,maritime trade,maritime",
     "bank,tauschen,tausche,tausch,seehandel,mit bank,bei bank"},
    {WORD_VERB, 0, "for,->,=>,→,against", "für,fuer,gegen,->,=>,→"},
    {WORD_VERB, 0, "offer,propose,trade", "anbieten,biete,angebot,biete an"},
    {WORD_VERB, 0, "to,->,=>,→", "an,nach,zu,auf,bis,->,=>,→"},
    {WORD_VERB, 0, "accept,agree to,agree,yes to", "annehmen,nimm an,angenommen,einverstanden"},
    {WORD_VERB, 0, "decline,refuse,reject,no to", "ablehnen,lehne ab,abgelehnt"},
    {WORD_VERB, 0, "counter,counter offer", "gegenangebot"},
    {WORD_VERB, 0, "confirm", "bestätigen,bestätige,bestaetigen,bestaetige"},
    {WORD_VERB, 0, "with", "mit"},
    {WORD_VERB, 0, "cancel,withdraw,retract", "zurückziehen,zurueckziehen,ziehe zurück,widerrufen"},
    {WORD_VERB, 0,
     "buy,buy card,buy a card,buy dev,buy dev card,buy development card,buy a development card",
     "kaufen,kaufe,karte kaufen,kaufe karte,kaufe eine karte,entwicklungskarte,entwicklung "
     "kaufen,kaufe entwicklungskarte"},
    {WORD_VERB, 0, "play", "spielen,spiele,ausspielen"},
    {WORD_VERB, 0, "from,against,of,steal from,and steal from,on", "von,bei,gegen"},
    {WORD_VERB, 0, "on,from,against,at", "gegen,auf,bei,an"},
    {WORD_VERB, 0, "at,in,on", "auf,bei,an,in"},
    {WORD_VERB, 0, "end,end turn,end my turn,pass,done,finish,e",
     "ende,zug beenden,beende zug,fertig,passen"},
    {WORD_VERB, 0, "resign,surrender", "aufgeben"},
    {WORD_VERB, 0, "undo,take back", "zurücknehmen,zuruecknehmen,nimm zurück,rückgängig"},
    {WORD_VERB, 0, "neutral,build neutral", "neutral,neutrale,neutrales"},
    {WORD_VERB, 0, "force,forced trade,force trade,force a trade",
     "erzwingen,handel erzwingen,zwangshandel"},
    {WORD_VERB, 0, "return,give back", "zurückgeben,zurueckgeben,gib zurück"},
    {WORD_VERB, 0, "desert", "wüste,wueste"},
    {WORD_VERB, 0, "in", "ein"},
    {WORD_VERB, 0, "trade", "tausche,tauschen"},
    {WORD_VERB, 0, "knight,build knight,build a knight,recruit,knights",
     "ritter,ritter bauen,baue ritter,baue einen ritter"},
    {WORD_VERB, 0, WALL ",build wall,build city wall,build a wall",
     "mauer,stadtmauer,mauer bauen,baue mauer,baue eine mauer"},
    {WORD_VERB, 0, "activate,activate knight,wake", "aktivieren,aktiviere,ritter aktivieren"},
    {WORD_VERB, 0, "promote,promote knight", "befördern,befördere,befoerdern,aufwerten"},
    {WORD_VERB, 0, "move,move knight", "bewegen,bewege,ziehen,ziehe,ritter bewegen"},
    {WORD_VERB, 0, "displace,displace knight,drive away,drive off",
     "verdrängen,verdränge,verdraengen,vertreiben,vertreibe"},
    {WORD_VERB, 0, "chase,chase robber,chase the robber,chase away robber",
     "verjagen,verjage,räuber verjagen,verjage den räuber"},
    {WORD_VERB, 0, "improve,improve city,improvement,build improvement",
     "ausbauen,ausbau,baue aus"},
    {WORD_VERB, 0, "repair,repair city,fix,set upright", "reparieren,repariere,aufrichten"},
    {WORD_VERB, 0, "give", "geben,gib"},
    {WORD_VERB, 0, "take,taking", "nehmen,nimm"},
    {WORD_VERB, 0, "card,progress card,the card", "karte,fortschrittskarte"},
    {WORD_VERB, 0, "remove,remove knight", "entfernen,entferne,ritter entfernen"},
    {WORD_VERB, 0, "place,place knight,put", "einsetzen,setze,stelle,ritter einsetzen"},
    {WORD_VERB, 0, "skip,nothing", "überspringen,ueberspringen,nichts,verzichten"},
    {WORD_VERB, 0, "relocate,relocate knight,retreat", "umsetzen,ritter umsetzen,ausweichen"},
    {WORD_VERB, 0, "deck,stack,choose deck,progress deck", "stapel,kartenstapel"},
    {WORD_VERB, 0, "pillage,lose city,lose", "plündern,pluendern,stadt verlieren"},
    {WORD_VERB, 0, "commit,commit knights,defend with,defend",
     "verteidigen,verteidige,verteidigen mit"},
    {WORD_VERB, 0, "auto,automatic,automatically,first come", "automatisch,wer zuerst kommt"},

    {WORD_KIND, BRICK, "brick,clay,loam", "lehm,ziegel"},
    {WORD_KIND, LUMBER, "lumber,wood,timber", "holz"},
    {WORD_KIND, WOOL, "wool,sheep", "wolle,schaf,schafe"},
    {WORD_KIND, GRAIN, "grain,wheat,corn", "getreide,weizen,korn"},
    {WORD_KIND, ORE, "ore,stone,rock", "erz,erze,stein"},
    {WORD_KIND, CLOTH, "cloth,textile", "tuch,stoff"},
    {WORD_KIND, COIN, "coin,gold,money", "münze,münzen,muenze,muenzen,gold,geld"},
    {WORD_KIND, PAPER, "paper,book", "papier,buch"},

    {WORD_TRACK, TRACK_TRADE, "trade,yellow", "handel,gelb"},
    {WORD_TRACK, TRACK_POLITICS, "politics,political", "politik"},
    {WORD_TRACK, TRACK_SCIENCE, "science", "wissenschaft"},

    {WORD_WONDER, WONDER_THEATER, "theater,theatre", "theater"},
    {WORD_WONDER, WONDER_GREAT_BRIDGE, "great bridge,bridge", "große brücke,grosse brücke,brücke"},
    {WORD_WONDER, WONDER_MONUMENT, "monument", "monument,denkmal"},
    {WORD_WONDER, WONDER_GREAT_WALL, "great wall", "große mauer,grosse mauer"},
    {WORD_WONDER, WONDER_CATHEDRAL, "cathedral", "kathedrale"},
    {WORD_WONDER, WONDER_LIBRARY, "library", "bibliothek"},
    {WORD_WONDER, WONDER_LIGHTHOUSE, "lighthouse", "leuchtturm"},

    {WORD_HARBOR, BRICK, "brick,clay", "lehm,ziegel"},
    {WORD_HARBOR, LUMBER, "lumber,wood", "holz"},
    {WORD_HARBOR, WOOL, "wool,sheep", "wolle,schaf"},
    {WORD_HARBOR, GRAIN, "grain,wheat", "getreide,weizen"},
    {WORD_HARBOR, ORE, "ore", "erz"},
    {WORD_HARBOR, HARBOR_ANY, "any,3:1,generic", "beliebig,3:1"},

    {WORD_LOOT, LOOT_CARD, "card,a card", "karte,eine karte"},
    {WORD_LOOT, LOOT_CLOTH, "cloth", "tuch"},

    {WORD_LEVEL, 1, "basic,simple,weak,level 1", "einfach,einfacher,stufe 1"},
    {WORD_LEVEL, 2, "strong,level 2", "stark,starker,stufe 2"},
    {WORD_LEVEL, 3, "mighty,level 3", "mächtig,mächtiger,maechtig,stufe 3"},

    {WORD_DEV, KNIGHT, "knight", "ritter"},
    {WORD_DEV, ROAD_BUILDING, FREE_ROADS, "straßenbau,strassenbau,straßen,strassen"},
    {WORD_DEV, YEAR_OF_PLENTY, "year of plenty,plenty,invention", "erfindung"},
    {WORD_DEV, MONOPOLY, "monopoly,resource monopoly,trade monopoly", "monopol"},
    {WORD_DEV, VICTORY_POINT, "victory point,point", "siegpunkt,punkt"},

    {WORD_PROGRESS, PROGRESS_ALCHEMIST, "alchemist,alchemy", "alchemie,alchemist"},
    {WORD_PROGRESS, PROGRESS_CRANE, "crane", "baukran,kran"},
    {WORD_PROGRESS, PROGRESS_ENGINEER, "engineer,engineering", "ingenieurwesen,ingenieur"},
    {WORD_PROGRESS, PROGRESS_INVENTOR, "inventor", "erfindung,erfinder"},
    {WORD_PROGRESS, PROGRESS_IRRIGATION, "irrigation", "bewässerung,bewaesserung"},
    {WORD_PROGRESS, PROGRESS_MEDICINE, "medicine", "medizin"},
    {WORD_PROGRESS, PROGRESS_MINING, "mining", "bergbau"},
    {WORD_PROGRESS, PROGRESS_PRINTER, "printer", "buchdruck,drucker"},
    {WORD_PROGRESS, PROGRESS_ROAD_BUILDING, FREE_ROADS, "straßenbau,strassenbau,straßen,strassen"},
    {WORD_PROGRESS, PROGRESS_SMITH, "smith,smithing", "schmiedekunst,schmied"},
    {WORD_PROGRESS, PROGRESS_COMMERCIAL_HARBOR,
     "commercial harbor,harbor,commercial harbour,harbour", "handelshafen,hafen"},
    {WORD_PROGRESS, PROGRESS_MASTER_MERCHANT, "master merchant,master,guild dues",
     "abgaben,handelsherr"},
    {WORD_PROGRESS, PROGRESS_MERCHANT, "merchant", "händler,haendler,kaufmann"},
    {WORD_PROGRESS, PROGRESS_MERCHANT_FLEET, "merchant fleet,fleet", "handelsflotte,flotte"},
    {WORD_PROGRESS, PROGRESS_RESOURCE_MONOPOLY, "resource monopoly",
     "rohstoff monopol,rohstoffmonopol"},
    {WORD_PROGRESS, PROGRESS_TRADE_MONOPOLY, "trade monopoly",
     "handelswaren monopol,handelsmonopol"},
    {WORD_PROGRESS, PROGRESS_BISHOP, "bishop", "steuern,bischof"},
    {WORD_PROGRESS, PROGRESS_CONSTITUTION, "constitution", "verfassung"},
    {WORD_PROGRESS, PROGRESS_DESERTER, "deserter,treason", "verrat,deserteur,überläufer"},
    {WORD_PROGRESS, PROGRESS_DIPLOMAT, "diplomat,diplomacy", "diplomatie,diplomat"},
    {WORD_PROGRESS, PROGRESS_INTRIGUE, "intrigue", "intrige"},
    {WORD_PROGRESS, PROGRESS_SABOTEUR, "saboteur,sabotage", "sabotage,saboteur"},
    {WORD_PROGRESS, PROGRESS_SPY, "spy,espionage", "spionage,spion"},
    {WORD_PROGRESS, PROGRESS_WARLORD, "warlord,encouragement", "motivation,kriegsherr,heerführer"},
    {WORD_PROGRESS, PROGRESS_WEDDING, "wedding", "hochzeit"},

    {WORD_MEASURE, CARDS, "cards", "karten"},
    {WORD_MEASURE, POINTS, "point", "punkt,punkte"},
    {WORD_MEASURE, SETTLEMENTS, SETTLEMENT, "siedlung"},
    {WORD_MEASURE, CITIES, CITY ",cities", "stadt"},
    {WORD_MEASURE, ROADS, ROAD, "straße,strasse"},
    {WORD_MEASURE, SHIPS, "ship,boat", "schiff"},
    {WORD_MEASURE, KNIGHTS, "knight", "ritter"},
    {WORD_MEASURE, WALLS, WALL, "mauer"},
    {WORD_MEASURE, STRENGTH, "strength", NULL},
    {WORD_MEASURE, LINE, "line", NULL},
    {WORD_MEASURE, ARMY, "army", NULL},
    {WORD_MEASURE, TURN, "turn", NULL},
    {WORD_MEASURE, BARBARIANS, "barbarian", NULL},
    {WORD_MEASURE, ROLLED, "rolled,roll", NULL},

    {WORD_AMOUNT, 1, "one,a,an", "ein,eine,einen,eins"},
    {WORD_AMOUNT, 2, "two", "zwei"},
    {WORD_AMOUNT, 3, "three", "drei"},
    {WORD_AMOUNT, 4, "four", "vier"},
    {WORD_AMOUNT, 5, "five", "fünf,fuenf"},
    {WORD_AMOUNT, 6, "six", "sechs"},
    {WORD_AMOUNT, 7, "seven", "sieben"},
    {WORD_AMOUNT, 8, "eight", "acht"},
    {WORD_AMOUNT, 9, "nine", "neun"},
    {WORD_AMOUNT, 10, "ten", "zehn"},

    {WORD_NOBODY, 0, "nobody,no one,noone,none,nothing",
     "niemand,niemanden,keiner,keinen,nichts,keine"},
    {WORD_EVERYBODY, 0, "everybody,everyone,all", "alle,allen,jeder,jeden"},
    {WORD_PLACE, 0, "at,on,to,in,hex,vertex,edge",
     "an,auf,bei,in,nach,zu,feld,kreuzung,ecke,weg,kante"},

    {WORD_FILLER, 0, "i,my,have,has,hold,holds,is,are,was,a,an,the,at,on,of,in,than", NULL},
    {WORD_AND, 0, "and", "und"},
    {WORD_OR, 0, "or,|", NULL},
    {WORD_NOT, 0, "not", NULL},
    {WORD_NO, 0, "no", NULL},
    {WORD_COMPARE, AT_LEAST, "least,>=", NULL},
    {WORD_COMPARE, AT_MOST, "most,<=", NULL},
    {WORD_COMPARE, MORE_THAN, "more,>", NULL},
    {WORD_COMPARE, LESS_THAN, "fewer,less,<", NULL},
    {WORD_COMPARE, EQUAL_TO, "exactly,=,==", NULL},
    {WORD_COMPARE, UNEQUAL_TO, "!=", NULL},
    {WORD_FREE, 0, "free", NULL},
    {WORD_ROBBER, 0, ROBBER, NULL},
    {WORD_PIRATE, 0, "pirate", NULL},
    {WORD_CARD, 0, "card", NULL},
    {WORD_BANK, 0, "bank", NULL},
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

const char *vocabulary_phrases(const struct word *word, enum language language) {
    const char *phrases = language == LANGUAGE_GERMAN ? word->german : word->phrases;

    return phrases == NULL ? "" : phrases;
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
