import{a,b,c,d,e,f}from"./chunk-AFQ5SY5B.js";export{d as boardKey,e as commitmentOf,a as drawsOf,f as newSeed,c as playKey,b as startKey};
