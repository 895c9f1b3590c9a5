var a=["official","swiss","league"],s={3:["7","4"],4:["7","5","13"],5:["11","6","21"],6:["11","7","31"]},o=["swiss","round_robin","official","knockout","league"];export{a,s as b,o as c};
