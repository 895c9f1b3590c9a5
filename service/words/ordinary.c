/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/ordinary.h"

#include <glib.h>
#include <string.h>

/* clang-format off */
static const char *const lists[] = {
    /* English */
    " about all also am an and any are as at be because been but by can come con could did do does don "
    "down even every few for from get go good got great had has have here how if in "
    "into is it its just know last let like look make many may me might more most much must my need new "
    "next nice no not now of off oh ok okay on one only or other our out over own per please pro re same "
    "say see seem should since so some soon still such sure tell than thank thanks that the their "
    "them then there these they thing think this those though three time to today too two under until up "
    "us very via want was way we well were what when where which while who whom why will with without "
    "would yes yet you your ",
    /* German */
    " ab aber alle allem allen aller alles als also am an andere auch auf aus bald be bei beim bin bis "
    "bist bitte da dabei dafür damit danach dann das dass davon dazu daß dein deine dem den denn der des "
    "dich die dies diese dieser dieses dir doch dort du durch ein eine einem einen einer eines er es "
    "etwas euch euer für ganz gar ge gegen gehen gerade gern gerne ging gut gute hab habe haben hallo "
    "hast hat heute hier hin hinter ich ihm ihn ihnen ihr ihre im immer in ins ist ja jetzt kann kannst "
    "kein keine komm können la lange leider lieber ma mach mal man mehr mein meine mich mir mit morgen "
    "muss nach nein neu nicht nie noch nun nur ob oder oft ohne pro schade schon schön sehr sei sein "
    "seine seit sich sie sind so soll sollte sonst spät um und uns unser unter ver viel viele vom von vor "
    "wann war warum was weg weil weiter wenn wer werde wie wieder will wir wird wo wohl würde zu zum zur "
    "zwar ",
    /* French */
    " ai alors alt au aussi aux avec beaucoup bien bon bonne ce cela ces cette chez comme con dans de des "
    "dis donc du elle elles en encore est et faire fait fin il ils je jour la le les leur lui ma mais me "
    "merci mes moi mon même ne non nos notre nous on ou oui où pa par pas plus pour puis quand que qui re "
    "sa sans se ses si son sont sur ta te tes toi ton tous tout très tu un une va vos votre vous être ",
    /* Spanish */
    " acá ahora al algo aquí así aunque bien bueno cada can como con cuando de del desde donde dos el ella "
    "en entre era es esa ese eso este esto está ex fin fue ha hasta hay hoy la las le les lo los me mi "
    "mis muy más nada ni no nos os otra otro para pero poco por porque pues que quien re se ser si sin "
    "sobre son su sus sí también te tengo ti todo todos tu tus un una uno usted va ver ya yo ",
    /* Italian */
    " ad ai al alla allo anche ancora bene buono che chi ci col come con cosa cui da dal dalla de degli "
    "dei del della di dire do dopo dove due ed era fa fare fin fra gli ha ho il in io la le lei lo loro "
    "lui ma mai me mi mia mio molto ne nel nella no noi non nostro oggi ogni ora per perché più poi pro "
    "qua qual quando quello questo qui re sa se senza si sia sono sta su sua sui sul suo te ti tra tu tuo "
    "tutti tutto un una uno va ve vi voi ",
    /* Dutch */
    " aan af al alle als altijd ben bij daar dan dat de deze die dit doe doen door dus echt een eens en er "
    "even ga gaan goed haar had heb hebben heeft heel hem het hier hij hoe hun iets ik in is ja je jij "
    "jou jullie kan kom komt kun laat maar me meer men met mij mijn moet na naar nee net niet nog nou nu "
    "of om omdat ons ook op over pas re te tegen toch toe tot uit uw van veel ver voor waar wat we weer "
    "wel wie wij wil wordt zal ze zei zich zijn zo zou ",
    /* Polish */
    " aby albo ale bardzo bez bo by być ci co coś czy dla do dobrze dwa dziś gdy gdzie go ich iż ja jak "
    "jego jej jest jestem już każdy kto która który ma mam mi mnie może mój na nad nam nas nasz nic nie "
    "niż no od on ona oni pan po pod ponieważ przed przez przy raz sam się swój są ta tak tam te tego tej "
    "ten teraz też to tu twój ty tylko we wiem więc wszystko wy za ze że ",
    /* Portuguese */
    " agora ainda ao aos aqui as até bem bom cada com como da das de dela dele depois do dos ela ele em "
    "entre era essa esse esta este está eu fim foi há isso isto já la lá mais mas me mesmo meu minha "
    "muito na nas nem no nos não nós os ou outra outro para pela pelo pode por porque pra qual quando que "
    "quem se sem ser seu sou sua só também te tem ter toda todo tu tudo um uma vai ver você é ",
};
/* clang-format on */

enum { WORD_SIZE = 24 }; /* of a listed word, with a space on both sides and the NUL */

bool ordinary_word(const char *text, size_t len) {
    char *lower = g_utf8_strdown(text, (gssize)len);
    char word[WORD_SIZE];
    bool found = false;

    if (lower != NULL && strlen(lower) + 3 <= sizeof word) {
        g_snprintf(word, sizeof word, " %s ", lower);
        for (size_t i = 0; i < sizeof lists / sizeof *lists && !found; i++)
            found = strstr(lists[i], word) != NULL;
    }
    g_free(lower);
    return found;
}
