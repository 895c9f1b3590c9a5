import{a,b,c,d,e,f}from"./chunk-XEEMPOYP.js";export{d as boardKey,e as commitmentOf,a as drawsOf,f as newSeed,c as playKey,b as startKey};
