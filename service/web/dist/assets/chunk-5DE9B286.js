<<<<<<<< HEAD:service/web/dist/assets/chunk-5DE9B286.js
import{x16_a as s,x16_b as x,x16_c as c,x16_d as m,x16_e as p,x16_f as _,x16_g as d,x16_h as b}from"./app-F201FA26.js";function t(a){if(!(a instanceof s))return{};let r=(a.document.errors??[]).filter(o=>o.pointer!==void 0);return Object.fromEntries(r.map(({pointer:o,detail:e})=>[o,e]))}var n=(a,...r)=>a instanceof s&&r.includes(a.code);export{t as a,n as b};
========
import{x18_a as s,x18_b as x,x18_c as c,x18_d as m,x18_e as p,x18_f as _,x18_g as d,x18_h as b}from"./app-DC52A2D9.js";function t(a){if(!(a instanceof s))return{};let r=(a.document.errors??[]).filter(o=>o.pointer!==void 0);return Object.fromEntries(r.map(({pointer:o,detail:e})=>[o,e]))}var n=(a,...r)=>a instanceof s&&r.includes(a.code);export{t as a,n as b};
>>>>>>>> a199bd6 (Ask for a game beside the code that shows it, and measure a first visit over a slow line):service/web/dist/assets/chunk-94AD5F91.js
