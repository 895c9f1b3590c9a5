import{a,b,c,d,e,f}from"./chunk-TIAACOTG.js";import"./chunk-Y35N5BCP.js";export{f as forgetNote,e as keepPush,a as loadPush,b as pushHere,d as turnOff,c as turnOn};
