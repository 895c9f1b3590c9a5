import{a,b as e,c as s,d as t,e as r,f as m}from"./lib-draws-shared.js";export{t as boardKey,r as commitmentOf,a as drawsOf,m as newSeed,s as playKey,e as startKey};
