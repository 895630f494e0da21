try{const d=document,n=navigator,L=localStorage,$=i=>d.getElementById(i),get=k=>JSON.parse(L[k]||"[]"),
put=(k,l)=>L[k]=JSON.stringify(l.slice(0,60)),on=(b,f)=>{b.hidden=0;b.onclick=f},q=s=>d.querySelector(s),main=q(".event")
if(main){const title=q("h1").textContent,url=q("[rel=canonical]").href,b=$("save"),
me=[location.pathname,title,q(".date").textContent],rest=k=>get(k).filter(e=>e[0]!=me[0]),
had=()=>rest("saved").length<get("saved").length,press=()=>{b.ariaPressed=had();$("list").hidden=!L.saved?.[2]}
put("seen",[me,...rest("seen")].slice(0,12))
if(n.share)on($("send"),()=>n.share({title,url}).catch(()=>0))
if(n.clipboard)on($("copy"),({target:t})=>n.clipboard.writeText(url).then(()=>t.textContent=t.value))
on(b,()=>{put("saved",had()?rest("saved"):[me,...rest("saved")]);press()});press()}
for(const k of["saved","seen"])if($(k))for(const[p,t,w]of get(k)){const[a,li]=["a","li"].map(n=>d.createElement(n))
a.href=p;a.textContent=t;li.append(w,a);$(k).append(li);$(k).parentNode.hidden=0}}catch{}
