var o=a=>a.you?"":"s",r=a=>a.you?"you":a.name;export{o as a,r as b};
