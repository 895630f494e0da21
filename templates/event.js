try{const d=document,n=navigator,L=localStorage,S="saved",$=i=>d.getElementById(i),q=(s,e=d)=>e.querySelector(s),
get=k=>JSON.parse(L[k]||"[]"),rest=(k,p)=>get(k).filter(e=>e[0]!=p),
say=()=>{const c=get(S).length,a=$("list");a.hidden=!c;a.lastChild.textContent=c},
put=(k,l)=>{L[k]=JSON.stringify(l.slice(0,60));say()},on=(b,f)=>{b.hidden=0;b.onclick=f},
card=(p,e=d)=>[p,q("h1",e).textContent,q(".date",e).textContent,q("#save",e).value,
new URLSearchParams(q(".row a",e)?.search).get("dates")],
load=async c=>{try{const r=await fetch(c[0]),t=await r.text();if(r.ok)return card(new URL(r.url).pathname,
new DOMParser().parseFromString(t,"text/html"))}catch{}return c[1]&&c}
say();for(const b of d.querySelectorAll(".print"))on(b,()=>print())
if(q(".event")){const c=card(location.pathname),b=$("save"),u=q("[rel=canonical]").href,h=()=>get(S).some(e=>e[0]==c[0]),
press=()=>b.ariaPressed=h()
put("seen",[c,...rest("seen",c[0])].slice(0,12))
if(n.share)on($("send"),()=>n.share({title:c[1],url:u}).catch(()=>0))
if(n.clipboard)on($("copy"),({target:t})=>n.clipboard.writeText(u).then(()=>t.textContent=t.value))
on(b,()=>{put(S,h()?rest(S,c[0]):[c,...get(S)]);press()});press()}
const ul=$(S);if(ul){const el=(t,x,...c)=>{const e=d.createElement(t);e.textContent=x;e.append(...c);return e},
draw=(k,l,mine)=>{$(k).replaceChildren(...l.map(c=>{const a=el("a",c[1]),b=el("button","×");a.href=c[0];b.className="btn calm"
b.ariaLabel=ul.dataset.x+" "+c[1];b.onclick=()=>{put(k,rest(k,c[0]));draw(k,get(k),1)}
return el("li","",el("span",c[2]),el("span","",a,el("small",c[3]||"")),...mine?[b]:[])}));$(k).parentNode.hidden=!l.length
if(k==S){$("plan").search="e="+l.map(c=>c[0].split("/").pop());$("ics").onclick=()=>$("ics").href=URL.createObjectURL(new Blob(
[["BEGIN:VCALENDAR","VERSION:2.0","PRODID:-//Cartaz//EN",...l.flatMap(([p,t,,w,at])=>{if(!at)return[]
const[f,u]=at.split("/"),v=f[8]?":":";VALUE=DATE:",x=s=>s.replace(/[\\;,]/g,"\\$&")
return["BEGIN:VEVENT","UID:"+p+"@"+location.host,"DTSTAMP:"+new Date().toISOString().replace(/[-:]|\.\d+/g,""),"DTSTART"+v+f,"DTEND"+v+u,
"SUMMARY:"+x(t),"DESCRIPTION:"+x(w),"URL:"+location.origin+p,"END:VEVENT"]}),"END:VCALENDAR",""].map(s=>s+"\r\n").join("")],
{type:"text/calendar"}))}},e=new URLSearchParams(location.search).get("e"),mine=!e,
all=e?e.split(",").slice(0,60).map(s=>["/eventos/"+s]):get(S)
draw("seen",get("seen"),1);if(mine)draw(S,all,1)
Promise.all(all.map(load)).then(l=>{l=l.filter(c=>c).sort((a,b)=>(a[4]||"3")<(b[4]||"3")?-1:1);if(mine)put(S,l);draw(S,l,mine)
if(e)on($("keep"),()=>{put(S,[...l,...get(S).filter(o=>!l.some(c=>c[0]==o[0]))]);location=location.pathname})})}}catch{}
