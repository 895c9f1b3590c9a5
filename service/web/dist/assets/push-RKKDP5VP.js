import{a,b,c,d,e,f}from"./chunk-VAFCQZRB.js";import"./chunk-TNFIPUJQ.js";export{f as forgetNote,e as keepPush,a as loadPush,b as pushHere,d as turnOff,c as turnOn};
