import{a,b,c,d,e,f}from"./chunk-QK7UJ5RY.js";import"./chunk-T7IY5KHJ.js";export{f as forgetNote,e as keepPush,a as loadPush,b as pushHere,d as turnOff,c as turnOn};
