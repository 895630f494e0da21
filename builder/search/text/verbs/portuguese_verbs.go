package verbs

// The verbs of Portuguese in -ar, and those in -er and -ir, whose letters change only as the
// spelling asks (c and qu, g and gu, g and j). A stem behind a colon is that of the participle.
const portugueseAr = `
	acabar aceitar acessar acompanhar acreditar adaptar adicionar adotar agendar ajudar ajustar
	alcancar alegrar alimentar alterar alugar amar ampliar analisar andar animar anotar anunciar
	apagar apoiar apontar apostar apreciar apresentar aprimorar aprofundar aproveitar arrumar
	assinar atacar ativar atualizar atuar aumentar autorizar avaliar avancar baixar batalhar
	batizar beijar bordar brincar buscar cadastrar calcular caminhar cancelar cantar capturar
	carregar celebrar chamar chegar chorar citar classificar clicar cobrar colaborar coletar
	colocar combinar comecar comemorar comentar comparar compartilhar completar comprar comunicar
	conectar configurar confirmar conquistar conservar considerar consultar contar contratar
	controlar conversar convidar copiar cortar costurar cozinhar criar cruzar cuidar cultivar
	dancar decorar dedicar deixar demonstrar desejar desenhar despertar destacar detectar digitar
	direcionar disputar divulgar doar dobrar dublar durar editar educar elaborar eliminar embalar
	emocionar encantar encerrar encontrar enfrentar ensaiar ensinar entrar entregar entrevistar
	enviar escalar escutar esperar estrear estudar evitar executar exercitar experimentar explicar
	explorar exportar expressar fabricar falar faltar festejar ficar filmar filtrar finalizar
	formatar fotografar funcionar ganhar gastar gerar gerenciar girar gostar governar grafitar
	gravar guardar guiar homenagear ilustrar imaginar implementar importar improvisar inaugurar
	incentivar incorporar indicar iniciar inspirar instalar integrar interpretar inventar
	investigar jantar jogar julgar juntar lancar lavar lembrar levantar levar liberar liderar
	ligar limpar localizar lutar mandar marcar meditar melhorar mergulhar misturar modelar
	modificar montar mostrar motivar mudar nadar narrar navegar negociar observar ocupar organizar
	orientar otimizar ousar pagar participar passar passear patrocinar pedalar pegar pensar
	perguntar pesquisar pintar planejar plantar postar praticar preparar preservar procurar
	programar projetar publicar pular quebrar questionar realizar reciclar recitar recuperar
	reformar registrar relatar relaxar remar renovar reparar representar resgatar respeitar
	respirar restaurar retornar retratar revelar revisar rezar rimar saborear salvar selecionar
	separar simular sonhar surfar tatuar tirar tocar tomar trabalhar transformar transportar
	treinar trocar usar utilizar valorizar viajar visitar visualizar voar voltar votar`

const portugueseErIr = `
	abrir:abert acolher acontecer admitir aparecer aplaudir aprender assistir atender atingir
	bater beber colher comer compreender conceder conduzir conhecer conviver correr cumprir curtir
	debater decidir defender definir depender descer descrever:descrit desenvolver desistir
	devolver dirigir discutir dividir eleger encher entender envolver escolher esconder
	escrever:escrit esculpir estabelecer exercer exibir existir expandir fornecer fortalecer
	garantir imprimir:impress inscrever:inscrit insistir interagir introduzir invadir merecer
	mexer morrer:mort mover nascer oferecer omitir parecer partir perceber permitir pertencer
	preencher produzir proibir prometer promover proteger reagir receber reconhecer reduzir
	reproduzir resistir resolver responder resumir reunir romper seduzir sobreviver sofrer
	surpreender tecer traduzir transmitir unir vencer vender viver`

// portugueseChanging are verbs in -ir whose stem changes: before o and a (sinto, durmo), or where
// it is stressed before e (sobe).
const (
	portugueseEI = `
		aderir advertir competir conferir conseguir despir digerir divertir ferir inserir investir
		mentir perseguir preferir referir refletir repetir seguir sentir servir sugerir transferir
		vestir`
	portugueseOU = `
		cobrir:cobert descobrir:descobert dormir engolir tossir`
	portugueseUO = `
		consumir cuspir fugir sacudir subir sumir`
	portugueseUir = `
		atribuir concluir constituir contribuir distribuir incluir instruir substituir`
)

// portugueseIrregular are the other verbs, one a line, as in spanishIrregular. Left out are those
// that mostly help others: ser, estar, haver, ter, ir, vir.
const portugueseIrregular = `
	por com pro ex dis re im su de sobre trans contra = por.w pondo.w post.pp poe.b poem.b
		ponh.e2 ponh.e3 pos.b puseram.w puserem.w punha.b punham.w pora.w porao.w poria.b
		poriam.w pomos.w
	fazer des re satis = faz.e0 faz.b fazem.w fac.e2 fac.e3 fez.b fizeram.w fara.w farao.w
		faremos.w faria.b fariam.w feit.pp
	dizer contra pre = diz.e0 diz.b dizem.w dig.e2 dig.e3 disse.b disseram.w dira.w dirao.w
		dit.pp
	trazer = traz.e0 traz.b trazem.w trag.e2 trag.e3 trouxe.w trouxeram.w trara.w trarao.w
	saber = sab.e0 sab.e1 saib.e2 saib.e3 soube.w souberam.w
	caber = cab.e0 cab.e1 caib.e2 coube.w couberam.w
	querer = quer.e0 quer.b querem.w queir.e2 quis.w quiseram.w
	poder = pod.e0 pod.e1 poss.e2 poss.e3 pude.w puderam.w
	ver re pre = ver.w vendo.b visto.b vistos.b ve.b veem.w vejo.w veja.w vejam.w vejamos.w
		viu.w viram.b vemos.w vera.b verao.b veremos.w via.b viam.w
	ler re = ler.w lendo.w lido.b lida.b lidos.b lidas.b le.b leem.w leio.w leia.w leiam.w
		leu.w leram.w lera.w lerao.w leremos.w lia.b liam.w
	crer = crer.w crendo.w cre.b creem.w creio.w creia.w creiam.w creu.w creram.w
	rir sor = rir.w rindo.w ri.b riem.w rio.b ria.b riam.w riu.w riram.w
	ouvir = ouv.i0 ouv.e1 ouc.e2 ouc.e3
	pedir des im ex = ped.i0 ped.e1 pec.e2 pec.e3
	medir = med.i0 med.e1 mec.e2 mec.e3
	perder = perd.e0 perd.e1 perc.e2 perc.e3
	valer = val.e0 val.e1 valh.e2 valh.e3
	sair = sa.i0 sai.b saem.w sai.e2 sai.e3
	cair re = ca.i0 cai.b caem.w cai.e2 cai.e3
	atrair = atra.i0 atrai.b atraem.w atrai.e2 atrai.e3
	construir re = constru.i0 constroi.b constroem.w constru.e2 constru.e3
	destruir = destru.i0 destroi.b destroem.w destru.e2 destru.e3`

// portugueseNouns are as spanishNouns, after "Dicionário Houaiss da língua portuguesa".
const portugueseNouns = `
	acessar acesso; agendar agenda; analisar analise; aprender aprendizagem aprendizado; assistir
	assistente; atuar ator; brincar brincadeira; caminhar caminhada; cantar cantor cancao;
	competir competicao; compor compositor composicao; conectar conexao; construir construcao
	construtor; correr corrida; costurar costura; cozinhar cozinha cozinheiro; dancar dancarino;
	decidir decisao; descrever descricao; desenhar desenhista; discutir discussao; divertir
	diversao; dividir divisao; editar edicao editor; eleger eleicao; ensinar ensino; escolher
	escolha; escrever escrita escritor; esculpir escultura escultor; exibir exibicao; expor
	exposicao expositor; expressar expressao; filmar filmagem; fotografar fotografia fotografo;
	imprimir impressao impressora; inscrever inscricao; instruir instrucao instrutor; interagir
	interacao; interpretar interprete; inventar inventor; investir investimento investidor; ler
	leitura leitor; montar montagem; nadar natacao; pedalar pedal; pintar pintura pintor; preferir
	preferencia; produzir producao produtor; proteger protecao; receber recepcao; reciclar
	reciclagem; reduzir reducao; refletir reflexao; reproduzir reproducao; resolver solucao
	resolucao; reunir reuniao; sentir sentimento; surfar surfe surfista; tatuar tatuagem; traduzir
	traducao tradutor; transmitir transmissao; treinar treino; vender venda vendedor; viajar
	viagem viajante; visitar visitante; viver vivencia`

// portugueseApart and portugueseNoNouns are forms, and nouns, that mostly are other words.
const (
	portugueseApart = `
		alegre ama amas amo aparecida apoia aposta apostas ata atual baixa baixada baixadas baixas
		baixo bata bate bates batida batidas bato bebes bebida bebidas brinco brincos caio cais
		calculo caminho carta celebre centro chegada chegadas cita cobra cobras cobre colo coma
		comas comecas comida comidas como completa completas completo conta contas contem copo
		corrida corridas corta corte cortes cria crias cruza cruze cruzes curta curtas curto
		curtos dado dados destaque deve dobra dobre dobro doe dura duras duro encontro entra
		entrada entradas entre escala escalas escrita espera esperas fabrica fabricas falta faltas
		ferias fica forma fuga fugas geral gere gero gira giras graves ida idas imposto junta
		juntas junto lances lava lavas le leva levada levante levas leve leves lia liga ligas
		limpa limpas limpo lista listas luto manda mando marcada marco marcos mares media medica
		medida medidas melhores mentira mexo mica modela modelo modelos monta monte montes morro
		morros mostra mostras motivo muda mudas mudo nada nadas narra negocio nota notas obras
		ordem oriente ousa ousada ousado pagas para parada paradas parta parte partes partida
		partidas partido partidos parto passa passada passadas passado passados passas passe
		passeata passes passo patrocinio pega pegas pego pesca pinta pintas pinto planta plantas
		pode por porao pos possa possas poste postes pratica praticas pratico presente programa
		programas programo projeta projeto projetos publica publicas publico pula pulo quebra
		queria reforma reunida reunido ria rima rimas rio rios roda rodas rodo sabia sai saia
		saias saida saidas sais salva salvas salve salvo segunda segundas segundo sentida sentido
		sentidos separado sera servia servido sigo sinta sirva soma some suba subida subidas teca
		tecido tecidos teco teste tira tirada tiras tiro toca tocas toma tomada tomadas tomas
		toque toques torna traga trata una unas unida unidas unido unidos unos uns usina uso vale
		vela velas venda vendas vende vendo vera verao veste via virada viradas vista vistas viva
		vivas vivo vivos volta voltas voto votos`
	portugueseNoNouns = `
		aplicacao aplicacoes fundacao fundacoes associacao associacoes salvador salvadora salvadores
		computador computadores mirador servidor servidores corredor corredores encantador
		encantadora encantadores voltagem voltagens passagem
		passagens marcacao andador andadores pegador passador operador`
)
