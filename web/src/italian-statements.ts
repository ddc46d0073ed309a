/** The statements and notes of the scenarios in Italian, by their English wording in data/. A test tells which are missing. */
export const statements: Record<string, string> = {
  "Both full maps.":
    "Entrambe le mappe intere.",
  "Detachments A, B and C of Peabody's brigade are in play.":
    "I distaccamenti A, B e C della brigata Peabody sono in gioco.",
  "All Union units other than Peabody's brigade and its detachments start in Reserve. A command leaves Reserve and becomes alerted either involuntarily (SR 6.3) or when the Alert Programme alerts it.":
    "Tutte le unità dell'Unione, tranne la brigata Peabody e i suoi distaccamenti, cominciano in Riserva. Un comando lascia la Riserva ed è in allarme involontariamente (SR 6.3) o quando lo mette in allarme il Programma d'allarme.",
  "Through the 8 AM turn the Alert Programme gives the number of Activations of Union commands; the brigades of divisions 1/T, 2/T and 4/T roll for a defensive mission on the Sound of Battle table in the turn they are alerted.":
    "Fino al turno delle 8 compreso il Programma d'allarme dà il numero di Attivazioni dei comandi dell'Unione; le brigate delle divisioni 1/T, 2/T e 4/T tirano per una missione difensiva sulla tabella Suono della battaglia nel turno in cui sono messe in allarme.",
  "Every Confederate unit on the map has 3 AMs in the 6 AM turn; the number cannot be raised.":
    "Ogni unità confederata sulla mappa ha 3 AM nel turno delle 6; il numero non può aumentare.",
  "Every Confederate unit counts as In Command in the 6 AM turn.":
    "Ogni unità confederata è considerata In Comando nel turno delle 6.",
  "Confederate units take no Fatigue for up to 3 Activations in each of the first two turns. Fatigue for assaults is taken normally, except that assaulting a detachment causes none.":
    "Le unità confederate non prendono Fatica per un massimo di 3 Attivazioni in ciascuno dei primi due turni. La Fatica per gli assalti si prende normalmente, ma assaltare un distaccamento non ne causa.",
  "No March orders before 9 AM (Confederate) and 10 AM (Union).":
    "Niente ordini di Marcia prima delle 9 (Confederato) e delle 10 (Unione).",
  "For the first two Activations of the 6 AM turn Hardee's corps keeps a continuous line. At the end of each of them every infantry regiment of a brigade must be adjacent to another of the brigade with no gap, a regiment of Cleburne's must be adjacent to Wood's brigade and one of Wood's to Shaver's. A regiment that has moved where this fails is pulled back, without MP cost and within stacking limits, to a hex where it holds, and makes a UDD: Disordered on a failure, no effect from a Second Disorder. Gladden's regiments are bound in the same way at the end of the first two Activations, with at least one adjacent to Shaver. 3 MS Bn and 15 AR are exempt; cavalry and artillery are exempt and do not count. Only the parent hex of an Extended Column can satisfy the rule; either hex of an Extended Line can. Units may stack as long as the line holds.":
    "Per le prime due Attivazioni del turno delle 6 il corpo di Hardee tiene una linea continua. Alla fine di ciascuna ogni reggimento di fanteria di una brigata deve essere adiacente a un altro della brigata senza vuoti, un reggimento di Cleburne deve essere adiacente alla brigata Wood e uno di Wood a quella di Shaver. Un reggimento che ha mosso e non lo rispetta è riportato, senza costo di PM ed entro i limiti di impilamento, in un esagono dove la linea tiene, e fa un UDD: in Disordine se fallisce, nessun effetto da un Secondo Disordine. I reggimenti di Gladden sono vincolati allo stesso modo alla fine delle prime due Attivazioni, con almeno uno adiacente a Shaver. 3 MS Bn e 15 AR sono esenti; cavalleria e artiglieria sono esenti e non contano. Di una Colonna Estesa vale solo l'esagono della pedina madre; di una Linea Estesa entrambi. Le unità possono impilarsi purché la linea tenga.",
  "In the 6 AM turn Gladden's brigade activates with Hindman's AM instead of Withers'; from 7 AM with Withers' as usual.":
    "Nel turno delle 6 la brigata Gladden si attiva con l'AM di Hindman invece che con quello di Withers; dalle 7 con quello di Withers come al solito.",
  "Union units add 1 to every roll that tests their cohesion (UDD, Recovery, Pre-assault cohesion check, Rout check, Green commitment check) to the end of the 9 AM turn.":
    "Fino alla fine del turno delle 9 le unità dell'Unione aggiungono 1 a ogni tiro che prova la loro coesione (UDD, Recupero, prova di coesione prima dell'assalto, prova di Rotta, prova d'impegno delle unità inesperte).",
  "To the end of the 10 AM turn Disordered Union infantry (not artillery or cavalry) that suffers a Second Disorder from small-arms fire makes the special Rout check.":
    "Fino alla fine del turno delle 10 la fanteria dell'Unione in Disordine (non artiglieria né cavalleria) che subisce un Secondo Disordine da armi leggere fa la prova di Rotta speciale.",
  "Union ammunition resupply rolls have DRM +3 to the end of the 10 AM turn; rolls made in a camp hex are exempt.":
    "I tiri di rifornimento munizioni dell'Unione hanno DRM +3 fino alla fine del turno delle 10; sono esenti quelli fatti in un esagono di accampamento.",
  "Stuart's brigade has at most 2 Activations until it is within command range.":
    "La brigata Stuart ha al massimo 2 Attivazioni finché non è entro il raggio di comando.",
  "In the 6 AM turn no Confederate brigade may be given Attack orders in the Division Orders Phase; it may still roll for a brigade orders change during its division's Activation.":
    "Nel turno delle 6 nessuna brigata confederata può ricevere ordini di Attacco nella Fase degli ordini di divisione; può comunque tirare per un cambio d'ordini di brigata durante l'Attivazione della sua divisione.",
  "The two battalions of 5 OH Cav (S5406) and of 11 IL Cav (S4712) start over the stacking limit in their camp hex and must unstack in their first Activation.":
    "I due battaglioni di 5 OH Cav (S5406) e di 11 IL Cav (S4712) cominciano oltre il limite di impilamento nell'esagono del loro accampamento e devono separarsi nella prima Attivazione.",
  "Markgraf's battery moves one hex per Activation, facing included, and only inside the Pittsburg Landing field and its boundary hexes; if it moves, or turns more than one vertex, it cannot fire.":
    "La batteria Markgraf muove di un esagono per Attivazione, fronte compreso, e solo dentro il campo di Pittsburg Landing e i suoi esagoni di margine; se muove, o gira di più di un vertice, non può sparare.",
  "16 IA and 23 MO activate with the Unassigned AM but stay inside the Pittsburg Landing field boundary until 10 AM; then they may move and be assigned to any brigade, even out of its leader's range.":
    "16 IA e 23 MO si attivano con l'AM dei Non assegnati ma restano entro il margine del campo di Pittsburg Landing fino alle 10; poi possono muovere ed essere assegnati a qualunque brigata, anche fuori dal raggio del suo comandante.",
  "15 MI starts with no ammunition and cannot resupply. It activates with the Unassigned AM (first at 9 AM, when the Alert Programme takes it out of Reserve; switch fifteenth_michigan_start) and must use its whole movement towards Prentiss by the cheapest path. Once it begins an Activation within Prentiss' command range it must be assigned to a 6/T brigade. When it begins any Activation within five hexes and LOS of an enemy unit it must pass an unmodified UDD, and from then on must do so in every Activation whether or not the enemy is near; on a failure it leaves the map and comes back four hours later in any hex of the Pittsburg Landing field or boundary, fully supplied, with no Fatigue, free to move with the Unassigned AM or to be assigned (once) to any brigade, even out of range.":
    "15 MI comincia senza munizioni e non può rifornirsi. Si attiva con l'AM dei Non assegnati (la prima volta alle 9, quando il Programma d'allarme lo toglie dalla Riserva; variante fifteenth_michigan_start) e deve usare tutto il movimento verso Prentiss per la via più economica. Quando comincia un'Attivazione entro il raggio di comando di Prentiss deve essere assegnato a una brigata di 6/T. Quando comincia un'Attivazione entro cinque esagoni e in LOS da un'unità nemica deve superare un UDD non modificato, e da allora in ogni Attivazione, che il nemico sia vicino o no; se fallisce lascia la mappa e torna quattro ore dopo in un esagono qualsiasi del campo di Pittsburg Landing o del suo margine, rifornito, senza Fatica, libero di muovere con l'AM dei Non assegnati o di essere assegnato (una volta) a qualunque brigata, anche fuori raggio.",
  "15 IA activates with the Unassigned AM and stays inside the Pittsburg Landing field boundary until 10 AM.":
    "15 IA si attiva con l'AM dei Non assegnati e resta entro il margine del campo di Pittsburg Landing fino alle 10.",
  "Madison's battery is bound like Markgraf's.":
    "La batteria Madison è vincolata come quella di Markgraf.",
  "Units (not leaders) that land at N6420 or N6423 pay 1 MP extra. Each landing hex is an entry hex for later groups of the same Activation, each group paying 1 MP more than the one before. Units may stack up to the Advance limit when landing. Friendly units already in a landing hex may, if need be, be moved to any hex not adjacent to an enemy and become Disordered (no further effect if they already are). Division leaders may activate with regiments or brigades of theirs that arrive in the same turn.":
    "Le unità (non i comandanti) che sbarcano in N6420 o N6423 pagano 1 PM in più. Ogni esagono di sbarco è esagono d'entrata per i gruppi successivi della stessa Attivazione, e ogni gruppo paga 1 PM più del precedente. Allo sbarco ci si può impilare fino al limite di Avanzata. Le unità amiche già nell'esagono di sbarco possono, se serve, essere spostate in un esagono non adiacente al nemico e vanno in Disordine (nessun altro effetto se lo sono già). I comandanti di divisione possono attivarsi con i loro reggimenti o brigate che arrivano nello stesso turno.",
  "The activations number is the number of Activations in the turn of entry. Letters A to D give the order of arrival; batteries may come before or after the infantry. All arrive under Advance orders (exception: the Reserve Corps if it enters at 9 AM) and without Fatigue unless the table gives some. Brigadiers enter with their command.":
    "Il numero di attivazioni è quello delle Attivazioni nel turno d'entrata. Le lettere da A a D danno l'ordine d'arrivo; le batterie possono venire prima o dopo la fanteria. Tutti arrivano con ordini di Avanzata (eccezione: il Corpo di Riserva se entra alle 9) e senza Fatica se la tabella non ne dà. I brigadieri entrano col loro comando.",
  "Units listed for S1234 may enter anywhere on the south map edge within three hexes of it (the hexes outlined in red on the map).":
    "Le unità indicate per S1234 possono entrare ovunque sul margine sud della mappa entro tre esagoni da lì (gli esagoni bordati di rosso sulla mappa).",
  "Extended game, April 6-7":
    "Partita estesa, 6-7 aprile",
  "By agreement of both players, if the Confederate has a non-automatic Marginal or Tactical victory at the end of April 6. Union points for the fields of the first day are taken as of the end of the last turn; the Union does not keep its field points of April 6, the Confederate keeps his. CI brigades and divisions give no points.":
    "Per accordo dei due giocatori, se alla fine del 6 aprile il Confederato ha una vittoria Marginale o Tattica non automatica. I punti dell'Unione per i campi della prima giornata si contano alla fine dell'ultimo turno; l'Unione non conserva i punti dei campi del 6 aprile, il Confederato sì. Brigate e divisioni CI non danno punti.",
  "A Grand Scheme (free Confederate deployment)":
    "Un grande disegno (schieramento confederato libero)",
  "As the historical scenario with its victory conditions, but: no Continuous Line; every division activates with its own AM; the Confederate determines command normally in the first turn; the Confederate troops that start on the map are set up freely in the zone; brigades and units may start under Advance or Attack orders. To balance it, shift every victory level except the Confederate strategic one by one in the Union's favour.":
    "Come lo scenario storico con le sue condizioni di vittoria, ma: niente Linea continua; ogni divisione si attiva col proprio AM; il Confederato determina normalmente il comando nel primo turno; le truppe confederate che cominciano sulla mappa si schierano liberamente nella zona; brigate e unità possono cominciare con ordini di Avanzata o Attacco. Per bilanciare, sposta di uno a favore dell'Unione ogni livello di vittoria tranne quello strategico confederato.",
  "Turning the Left Flank":
    "Aggirare il fianco sinistro",
  "All the rules of A Grand Scheme with a zone that reaches farther east.":
    "Tutte le regole di Un grande disegno, con una zona che si estende più a est.",
  "Variable arrival of Lew Wallace":
    "Arrivo variabile di Lew Wallace",
  "From the Division Orders Phase of the 1 PM turn roll each turn. On a success 3/T enters at N3801 with 3 Activations, brigades in the order 1, 2, 3, artillery anywhere in that order. In the 1 PM turn only the first brigade enters, with 2 AMs, and the rest at 2 PM with 3. Replaces the fixed arrivals of 3/T.":
    "Dalla Fase degli ordini di divisione del turno delle 13 tira a ogni turno. Se riesce 3/T entra in N3801 con 3 Attivazioni, le brigate nell'ordine 1, 2, 3, l'artiglieria in qualunque punto dell'ordine. Nel turno delle 13 entra solo la prima brigata, con 2 AM, e il resto alle 14 con 3. Sostituisce gli arrivi fissi di 3/T.",
  "The Reserve Corps counts as a division; Hindman's division includes Cleburne's brigade.":
    "Il Corpo di Riserva conta come una divisione; la divisione Hindman comprende la brigata Cleburne.",
  "Unassigned and unbrigaded cavalry and infantry give no points.":
    "Cavalleria e fanteria non assegnate o fuori brigata non danno punti.",
  "The small map printed for this scenario. Its extent is not in the text: this box leaves a margin around set-ups and victory hexes.":
    "La mappa piccola stampata per questo scenario. Il testo non ne dà l'estensione: questo riquadro lascia un margine attorno a schieramenti ed esagoni di vittoria.",
  "To make it harder for the Confederate the players may drop the Union +1 to UDD and Recovery rolls, BB 12.35, or both.":
    "Per rendere più difficile la vita al Confederato i giocatori possono togliere il +1 dell'Unione a UDD e Recupero, BB 12.35, o entrambi.",
  "15 MI is assigned to Miller's brigade. It has no ammunition and cannot resupply. It activates normally at 8 AM, when it counts as In Command, and traces command to Miller from 9 AM. In the 9 AM turn it must pass an unmodified UDD each time Prentiss' AM is drawn, In Command or not; on a failure it leaves the map.":
    "15 MI è assegnato alla brigata Miller. Non ha munizioni e non può rifornirsi. Si attiva normalmente alle 8, quando è considerato In Comando, e traccia il comando a Miller dalle 9. Nel turno delle 9 deve superare un UDD non modificato ogni volta che si estrae l'AM di Prentiss, In Comando o no; se fallisce lascia la mappa.",
  "A.S. Johnston may not use his special abilities.":
    "A.S. Johnston non può usare le sue abilità speciali.",
  "Units may be set up in Extended Line and/or with Refused flanks; the parent counter must be in the listed hex.":
    "Le unità possono essere schierate in Linea Estesa e/o con i fianchi ripiegati; la pedina madre deve stare nell'esagono indicato.",
  "Peabody's detachments have rejoined; the starting strengths show the losses of 6 to 8 AM.":
    "I distaccamenti di Peabody sono rientrati; le forze iniziali mostrano le perdite fra le 6 e le 8.",
  "Prentiss' cavalry takes no part.":
    "La cavalleria di Prentiss non partecipa.",
  "There are no reinforcements.":
    "Non ci sono rinforzi.",
  "SP missing from the set-up do not count; for routed Confederate units count only SP eliminated.":
    "I PF che mancano già allo schieramento non contano; per le unità confederate in rotta contano solo i PF eliminati.",
  "The south map west of the Eastern Corinth Road from S4601 (N4634) to the Bark Road and of column S39xx from there to the south edge, both inclusive.":
    "La mappa sud a ovest della Eastern Corinth Road da S4601 (N4634) alla Bark Road e, da lì al margine sud, della colonna S39xx, comprese.",
  "In the 8 AM turn Shaver's and Wood's units may advance but not move north of row Sxx14 until one of Peabody's regiments moves or retreats north of that row or all his regiments have routed.":
    "Nel turno delle 8 le unità di Shaver e Wood possono avanzare ma non muovere a nord della fila Sxx14 finché un reggimento di Peabody non muove o si ritira a nord di quella fila o tutti i suoi reggimenti sono in rotta.",
  "Wood's brigade may change orders once in the 8 AM turn without a die roll.":
    "La brigata Wood può cambiare ordini una volta nel turno delle 8 senza tirare.",
  "6 MS and 23 TN (Cleburne) must recover before they may move.":
    "6 MS e 23 TN (Cleburne) devono recuperare prima di poter muovere.",
  "All units of both sides on the map count as In Command at the start.":
    "Tutte le unità delle due parti sulla mappa sono considerate In Comando all'inizio.",
  "Johnson's brigade uses Cheatham's AMs and traces command directly to Polk.":
    "La brigata Johnson usa gli AM di Cheatham e traccia il comando direttamente a Polk.",
  "Ruggles is always In Command.":
    "Ruggles è sempre In Comando.",
  "Peabody is always In Command.":
    "Peabody è sempre In Comando.",
  "If Peabody is killed and all his regiments rout, his replacement may come back in a Replacement/Recovery Phase in a hex of the Union player's choice.":
    "Se Peabody è ucciso e tutti i suoi reggimenti vanno in rotta, il suo sostituto può tornare in una Fase di Sostituzione/Recupero in un esagono a scelta del giocatore dell'Unione.",
  "Stuart's brigade counts within Hurlbut's division when its effectiveness is determined, wherever it is assigned.":
    "La brigata Stuart conta nella divisione Hurlbut quando se ne determina l'efficacia, ovunque sia assegnata.",
  "Veatch's brigade uses Hurlbut's AMs.":
    "La brigata Veatch usa gli AM di Hurlbut.",
  "Veatch is always In Command.":
    "Veatch è sempre In Comando.",
  "Veatch's brigade and each of McClernand's brigades roll for a Sound of Battle mission when they first activate. For McClernand's a 9 costs the brigade its first Activation, not the whole turn, and it then moves freely without rolling. The Owl Creek bridge mission uses S1401 (N1434).":
    "La brigata Veatch e ogni brigata di McClernand tirano per una missione del Suono della battaglia quando si attivano per la prima volta. Per quelle di McClernand un 9 costa alla brigata la prima Attivazione, non tutto il turno, e poi muove liberamente senza tirare. La missione del ponte di Owl Creek usa S1401 (N1434).",
  "Sherman's and Peabody's units may be set up in Extended Line where possible; either the parent or the extension must be in the listed hex.":
    "Le unità di Sherman e Peabody possono essere schierate in Linea Estesa dove è possibile; o la pedina madre o l'estensione deve stare nell'esagono indicato.",
  "16 WI does not appear. Judge 1/6/T's combat effectiveness by the regiments that do.":
    "16 WI non compare. L'efficacia di 1/6/T si giudica sui reggimenti presenti.",
  "Raith's brigade takes one Fatigue level if it uses both its 8 AM Activations.":
    "La brigata Raith prende un livello di Fatica se usa entrambe le Attivazioni delle 8.",
  "Every Union reinforcement has two Activations in its turn of entry and takes one Fatigue level if it uses both.":
    "Ogni rinforzo dell'Unione ha due Attivazioni nel turno d'entrata e prende un livello di Fatica se le usa entrambe.",
  "All the special rules of the battle book apply unless changed here; those that depend on the hour include the Union +1 to cohesion rolls to the end of 9 AM, BB 12.35 and the ammunition DRM to the end of 10 AM, and the closed bridge at S2610.":
    "Valgono tutte le regole speciali del libro della battaglia, se non cambiate qui; quelle legate all'ora comprendono il +1 dell'Unione alle prove di coesione fino alla fine delle 9, BB 12.35 e il DRM delle munizioni fino alla fine delle 10, e il ponte chiuso in S2610.",
  "Shiloh Church, Sherman's HQ, the Owl Creek area, two road junctions, Raith's four and the 5th Division's nine infantry camps.":
    "La chiesa di Shiloh, il quartier generale di Sherman, la zona di Owl Creek, due incroci, i quattro accampamenti di fanteria di Raith e i nove della 5ª Divisione.",
  "Review, Lost and Ben Howell Fields.":
    "Review Field, Lost Field e Ben Howell Field.",
  "East of the Corinth Road to S3002 and of the Trail from there to N3233, south of row Nxx33. At 4 PM the Trail to N3331 and a line to N3829, row Nxx29; at 5 PM a line from N3829 to N4724, row Nxx24. All inclusive.":
    "A est della Corinth Road fino a S3002 e del Sentiero da lì a N3233, a sud della fila Nxx33. Alle 16 il Sentiero fino a N3331 e una linea fino a N3829, fila Nxx29; alle 17 una linea da N3829 a N4724, fila Nxx24. Tutto compreso.",
  "March orders may not be given.":
    "Non si possono dare ordini di Marcia.",
  "At the start of the 12 Noon turn, before initiative, the Union player rolls. On 0-4 Grant's Initiative rating may be used this turn for the initiative roll and for the Efficiency of any one division; on 5-9 the same holds in the 1 PM turn instead.":
    "All'inizio del turno delle 12, prima dell'iniziativa, il giocatore dell'Unione tira. Con 0-4 il valore di Iniziativa di Grant può essere usato in questo turno per il tiro d'iniziativa e per l'Efficienza di una divisione qualsiasi; con 5-9 lo stesso vale invece nel turno delle 13.",
  "Cheatham uses Polk's Efficiency and may trace command directly to A.S. Johnston, on top of Johnston's direct command of two brigades a turn.":
    "Cheatham usa l'Efficienza di Polk e può tracciare il comando direttamente ad A.S. Johnston, oltre alle due brigate per turno che Johnston comanda direttamente.",
  "Bragg may directly command one brigade a turn, Gibson's or that of Gladden's replacement. Withers' +1 Activation rating does not apply to Gladden's brigade while it is under Bragg.":
    "Bragg può comandare direttamente una brigata per turno, quella di Gibson o quella del sostituto di Gladden. Il valore di Attivazione +1 di Withers non vale per la brigata Gladden mentre è sotto Bragg.",
  "Hardee commands Hindman's three brigades directly.":
    "Hardee comanda direttamente le tre brigate di Hindman.",
  "Johnston's loss rolls begin at the end of the 1 PM turn instead of 12 Noon.":
    "I tiri per la perdita di Johnston cominciano alla fine del turno delle 13 invece che delle 12.",
  "McArthur commands his own two regiments and 50 IL of Sweeny's brigade and starts Out of Command. Only the units present under him count for his combat effectiveness.":
    "McArthur comanda i suoi due reggimenti e 50 IL della brigata Sweeny e comincia Fuori Comando. Per la sua efficacia contano solo le unità presenti sotto di lui.",
  "The Union player may give 50 IL back to Sweeny in any Determination of the Chain of Command.":
    "Il giocatore dell'Unione può restituire 50 IL a Sweeny in qualunque Determinazione della catena di comando.",
  "Stuart's brigade may be assigned to any division in any Determination of the Chain of Command.":
    "La brigata Stuart può essere assegnata a qualunque divisione in ogni Determinazione della catena di comando.",
  "Stuart's brigade never benefits from Sherman's +1 Activation rating.":
    "La brigata Stuart non beneficia mai del valore di Attivazione +1 di Sherman.",
  "16 WI has been eliminated and counts when Peabody's combat effectiveness is worked out.":
    "16 WI è stato eliminato e conta quando si calcola l'efficacia di Peabody.",
  "23 MO may be assigned to either of Prentiss' brigades.":
    "23 MO può essere assegnato a una delle due brigate di Prentiss.",
  "This scenario has its own reinforcement tables and does not use those of scenario 1. 8 TX Cav does not appear. Where no number of Activations is given determine it normally.":
    "Questo scenario ha le proprie tabelle dei rinforzi e non usa quelle dello scenario 1. 8 TX Cav non compare. Dove non è dato un numero di Attivazioni lo si determina normalmente.",
  "In the 11 AM turn both battalions of 11 IL Cav have one AM fewer than Prentiss, at least one.":
    "Nel turno delle 11 i due battaglioni di 11 IL Cav hanno un AM meno di Prentiss, almeno uno.",
  "Tyler has 1 AM in its entry turn (2 PM) and may not fire before the 3 PM turn.":
    "Tyler ha 1 AM nel turno d'entrata (le 14) e non può sparare prima del turno delle 15.",
  "Lexington has 2 AMs in its entry turn (5 PM) and may not fire before its second AM.":
    "Lexington ha 2 AM nel turno d'entrata (le 17) e non può sparare prima del secondo AM.",
  "Treat Cleburne's command as a brigade of two units for combat effectiveness (his other regiments are off on the left).":
    "Per l'efficacia considera il comando di Cleburne una brigata di due unità (gli altri suoi reggimenti sono lontano a sinistra).",
  "Jenkins Cav and the Georgia Dragoons are assigned to Withers' division.":
    "Jenkins Cav e i Georgia Dragoons sono assegnati alla divisione Withers.",
  "Crescent LA and 38 TN are assigned to Anderson and count for his brigade's effectiveness.":
    "Crescent LA e 38 TN sono assegnati ad Anderson e contano per l'efficacia della sua brigata.",
  "Before they enter, each of the 4 PM batteries is assigned to a division leader in play and enters with that division's AM.":
    "Prima di entrare ogni batteria delle 16 è assegnata a un comandante di divisione in gioco ed entra con l'AM di quella divisione.",
  "Ketchum sends one section: treat it as a two-gun battery.":
    "Ketchum manda una sezione: trattala come una batteria di due pezzi.",
  "13 TN and 22 TN (Russell), 154 TN (Johnson), 5 TN and 33 TN (Stewart) form one brigade under Polk's direct command, as if he were its brigadier; he himself can never be Out of Command, his units can. It activates with Polk's Efficiency and his Command AMs and starts at Fatigue 1. Polk may change its orders in the Division Orders Phase; for brigade orders changes he counts as a Normal brigadier with orders rating 0. He moves in the Commander Movement Phase.":
    "13 TN e 22 TN (Russell), 154 TN (Johnson), 5 TN e 33 TN (Stewart) formano una brigata sotto il comando diretto di Polk, come se ne fosse il brigadiere; lui non può mai essere Fuori Comando, le sue unità sì. Si attiva con l'Efficienza di Polk e i suoi AM di Comando e comincia a Fatica 1. Polk può cambiarne gli ordini nella Fase degli ordini di divisione; per i cambi d'ordini di brigata conta come un brigadiere Normale con valore di ordini 0. Muove nella Fase di movimento dei comandanti.",
  "Trabue's brigade arrives at Fatigue OK with 3 AMs at 5 PM whatever Breckinridge's Efficiency; at 6 PM work out its AMs normally but it has at least two. Morgan Cav does not take part. Only the units present count for combat effectiveness.":
    "La brigata Trabue arriva con Fatica OK e 3 AM alle 17 qualunque sia l'Efficienza di Breckinridge; alle 18 calcola i suoi AM normalmente ma ne ha almeno due. Morgan Cav non partecipa. Per l'efficacia contano solo le unità presenti.",
  "For victory, a road or Trail is controlled by a side if its infantry occupies or was last to pass through one of the named hexes and a friendly unit under Advance orders could move along the stretch from one end to the other.":
    "Ai fini della vittoria una strada o un Sentiero è controllato da una parte se la sua fanteria occupa o ha attraversato per ultima uno degli esagoni nominati e un'unità amica con ordini di Avanzata potrebbe percorrere il tratto da un capo all'altro.",
  "The Georgia Dragoons and Jenkins Cav are assigned to Withers.":
    "I Georgia Dragoons e Jenkins Cav sono assegnati a Withers.",
  "15 AR, 24 TN and 35 TN start assigned to Pond. Any or all may go back to Cleburne in any Determination of the Chain of Command. Judge Cleburne's effectiveness by the units then assigned to him; when units come back his Fatigue becomes the higher of his and Pond's.":
    "15 AR, 24 TN e 35 TN cominciano assegnati a Pond. Possono tornare a Cleburne, tutti o alcuni, in ogni Determinazione della catena di comando. L'efficacia di Cleburne si giudica sulle unità che gli sono allora assegnate; quando tornano unità la sua Fatica diventa la maggiore fra la sua e quella di Pond.",
  "Bragg may directly command one brigade a turn, Gibson's or that of Gladden's replacement; Withers' +1 Activation rating does not apply to Gladden's brigade while it is under Bragg.":
    "Bragg può comandare direttamente una brigata per turno, quella di Gibson o quella del sostituto di Gladden; il valore di Attivazione +1 di Withers non vale per la brigata Gladden mentre è sotto Bragg.",
  "14 MO SS and 81 OH may not activate until an enemy unit moves into LOS or they begin a turn within Grant's command range. They may then be assigned to any brigade but activate with the Unassigned AM until they begin a turn within that brigadier's range.":
    "14 MO SS e 81 OH non possono attivarsi finché un'unità nemica non entra in LOS o non cominciano un turno entro il raggio di comando di Grant. Possono allora essere assegnati a qualunque brigata, ma si attivano con l'AM dei Non assegnati finché non cominciano un turno entro il raggio di quel brigadiere.",
  "13 MO starts assigned to McDowell (1/5/T).":
    "13 MO comincia assegnato a McDowell (1/5/T).",
  "50 IL starts assigned to McArthur (2/2/T). McArthur starts Out of Command.":
    "50 IL comincia assegnato a McArthur (2/2/T). McArthur comincia Fuori Comando.",
  "Stuart's brigade may be assigned to any division in any Determination of the Chain of Command, and after that only back to Sherman.":
    "La brigata Stuart può essere assegnata a qualunque divisione in ogni Determinazione della catena di comando, e dopo solo di nuovo a Sherman.",
  "23 MO may be assigned to Peabody or Miller at the start.":
    "23 MO può essere assegnato a Peabody o a Miller all'inizio.",
  "Veatch's brigade is assigned to McClernand's division.":
    "La brigata Veatch è assegnata alla divisione McClernand.",
  "The units and brigades listed above may go back to their own commands in any Determination of the Chain of Command.":
    "Le unità e brigate elencate sopra possono tornare ai loro comandi in ogni Determinazione della catena di comando.",
  "15 IA, 16 IA and 15 MI may be assigned to any Union brigade in any Determination of the Chain of Command, once. Until then they use the Unassigned AM and keep their own Fatigue; once assigned, the brigade's Fatigue is the higher of the two.":
    "15 IA, 16 IA e 15 MI possono essere assegnati a qualunque brigata dell'Unione in ogni Determinazione della catena di comando, una volta. Fino ad allora usano l'AM dei Non assegnati e tengono la propria Fatica; una volta assegnati la Fatica della brigata è la maggiore delle due.",
  "Judge brigade effectiveness by the units now assigned. 16 WI and Cleburne's 2 TN were eliminated earlier and do not count. Brigades on the map that start CI count for VP. Stuart's brigade counts for Sherman's division unless assigned elsewhere; Hildebrand's brigade counts.":
    "L'efficacia delle brigate si giudica sulle unità ora assegnate. 16 WI e il 2 TN di Cleburne sono stati eliminati prima e non contano. Le brigate sulla mappa che cominciano CI contano per i PV. La brigata Stuart conta per la divisione Sherman se non è assegnata altrove; la brigata Hildebrand conta.",
  "Units face as desired; every command starts under Advance or Attack orders.":
    "Le unità hanno il fronte che si vuole; ogni comando comincia con ordini di Avanzata o Attacco.",
  "Reinforcements as in scenario 1, from the 11 AM turn on.":
    "Rinforzi come nello scenario 1, dal turno delle 11 in poi.",
  "The small map printed for this scenario. Its extent is not in the text: this box leaves a margin around the set-ups.":
    "La mappa piccola stampata per questo scenario. Il testo non ne dà l'estensione: questo riquadro lascia un margine attorno agli schieramenti.",
  "Treat every brigade, with the units assigned to it, as complete when its combat effectiveness is worked out.":
    "Considera completa ogni brigata, con le unità che le sono assegnate, quando se ne calcola l'efficacia.",
  "March orders may not be used.":
    "Non si possono usare ordini di Marcia.",
  "No unit may end movement east of column 38xx; a unit that does not move may stay east of it. (So Veatch's brigade has to start under Advance orders.)":
    "Nessuna unità può finire il movimento a est della colonna 38xx; un'unità che non muove può restarvi. (Perciò la brigata Veatch deve cominciare con ordini di Avanzata.)",
  "Each of the three Union brigade leaders may change orders once in the 12 Noon turn without a die roll.":
    "Ciascuno dei tre comandanti di brigata dell'Unione può cambiare ordini una volta nel turno delle 12 senza tirare.",
  "Attacking regiments, group 1: 6 IA, 46 OH, 40 IL and 13 MO (assigned to McDowell) trace command to McDowell. McDowell is In Command at 12 Noon and traces to Sherman at 1 PM.":
    "Reggimenti attaccanti, gruppo 1: 6 IA, 46 OH, 40 IL e 13 MO (assegnato a McDowell) tracciano il comando a McDowell. McDowell è In Comando alle 12 e traccia a Sherman alle 13.",
  "At 12 Noon every Union unit acts with McClernand's AMs; from 1 PM McDowell's brigade and Sherman's artillery act with Sherman's.":
    "Alle 12 ogni unità dell'Unione agisce con gli AM di McClernand; dalle 13 la brigata McDowell e l'artiglieria di Sherman agiscono con quelli di Sherman.",
  "Attacking regiments, group 2: 45 IL, 20 IL, 11 IL (Marsh), 46 IL, 15 IL (Veatch), 11 IA (Hare, assigned to Marsh) and 43 IL (Raith, assigned to Veatch). Marsh and Veatch trace command to McClernand.":
    "Reggimenti attaccanti, gruppo 2: 45 IL, 20 IL, 11 IL (Marsh), 46 IL, 15 IL (Veatch), 11 IA (Hare, assegnato a Marsh) e 43 IL (Raith, assegnato a Veatch). Marsh e Veatch tracciano il comando a McClernand.",
  "The artillery, 15 IA and 16 IA are not attacking regiments at 12 Noon. The artillery activates on McClernand's AMs at 12 Noon and on its division's at 1 PM. 15 IA and 16 IA may not move at 12 Noon but may fire in and out of phase and turn one vertex per Activation; they are released at the start of 1 PM, or earlier if a Confederate unit fires at them or moves within two hexes of them.":
    "L'artiglieria, 15 IA e 16 IA non sono reggimenti attaccanti alle 12. L'artiglieria si attiva con gli AM di McClernand alle 12 e con quelli della sua divisione alle 13. 15 IA e 16 IA non possono muovere alle 12 ma possono sparare in fase e fuori fase e girare di un vertice per Attivazione; sono liberi dall'inizio delle 13, o prima se un'unità confederata spara loro o si porta entro due esagoni.",
  "In the Replacement/Recovery Phase of 12 Noon the Union player assigns 15 IA and 16 IA to a brigade; they count as In Command at 1 PM.":
    "Nella Fase di Sostituzione/Recupero delle 12 il giocatore dell'Unione assegna 15 IA e 16 IA a una brigata; alle 13 sono considerati In Comando.",
  "The three First Corps brigades trace directly to Polk. (5 TN is assigned to Russell, 12 TN to Stewart, three regiments of Cleburne to Pond: see the set-up.)":
    "Le tre brigate del Primo Corpo tracciano direttamente a Polk. (5 TN è assegnato a Russell, 12 TN a Stewart, tre reggimenti di Cleburne a Pond: vedi lo schieramento.)",
  "Ruggles uses Bragg's Efficiency for his AMs.":
    "Ruggles usa l'Efficienza di Bragg per i suoi AM.",
  "Ruggles is In Command.":
    "Ruggles è In Comando.",
  "Trabue traces directly to Hardee and uses Hardee's Efficiency.":
    "Trabue traccia direttamente a Hardee e usa l'Efficienza di Hardee.",
  "Polk may in addition directly command one other brigade within his range.":
    "Polk può inoltre comandare direttamente un'altra brigata entro il suo raggio.",
  "Hardee may in addition directly command one other brigade within his range.":
    "Hardee può inoltre comandare direttamente un'altra brigata entro il suo raggio.",
  "At 1 PM Beauregard may use his Initiative rating to raise the Efficiency of Polk or Hardee if in range.":
    "Alle 13 Beauregard può usare il suo valore di Iniziativa per alzare l'Efficienza di Polk o di Hardee se è a portata.",
  "At 12 Noon 3 KY, 4 AL Bn and Crew TN Bn are under Advance orders and may not move; they may fire in and out of phase and turn one vertex when they activate. If an enemy moves adjacent to or fires at any of them (Errant Fire does not count) they may move from their next Activation. In the Division Orders Phase of 1 PM roll for each: 0-4 frees it.":
    "Alle 12 3 KY, 4 AL Bn e Crew TN Bn sono con ordini di Avanzata e non possono muovere; possono sparare in fase e fuori fase e girare di un vertice quando si attivano. Se un nemico si porta adiacente o spara a uno di essi (il Fuoco errante non conta) possono muovere dalla loro Attivazione seguente. Nella Fase degli ordini di divisione delle 13 tira per ciascuno: 0-4 lo libera.",
  "The first time an attacking Union unit moves adjacent to or fires at a Confederate unit, every Confederate unit in the scenario except Trabue's brigade and Cobb's battery makes a UDD with DRM +1, before any Return fire and before the Union does anything else; a failure Disorders (no effect if already Disordered). For the rest of that Union Activation: Confederate out-of-phase fire has DRM -1 (Trabue's brigade excepted); no Confederate Prepared fire; Union regiments have +1 on the Assault Resolution; Confederate artillery has no Approach fire and no reaction movement.":
    "La prima volta che un'unità attaccante dell'Unione si porta adiacente o spara a un'unità confederata, ogni unità confederata dello scenario tranne la brigata Trabue e la batteria Cobb fa un UDD con DRM +1, prima di ogni Fuoco di risposta e prima che l'Unione faccia altro; chi fallisce va in Disordine (nessun effetto se lo è già). Per il resto di quella Attivazione dell'Unione: il fuoco confederato fuori fase ha DRM -1 (tranne la brigata Trabue); niente Fuoco preparato confederato; i reggimenti dell'Unione hanno +1 alla Risoluzione dell'assalto; l'artiglieria confederata non ha Fuoco di avvicinamento né movimento di reazione.",
  "The north map.":
    "La mappa nord.",
  "All Confederate units count as In Command in the 6 PM turn for Activation and Division Orders.":
    "Tutte le unità confederate sono considerate In Comando nel turno delle 18 per Attivazione e Ordini di divisione.",
  "Confederate units other than artillery are Collapsed at 25% of their original strength or less (7 SP: at 1; 8 SP: at 2).":
    "Le unità confederate che non sono artiglieria sono Crollate al 25% della forza originale o meno (7 PF: a 1; 8 PF: a 2).",
  "Work out Confederate brigade effectiveness with the units on the map only.":
    "L'efficacia delle brigate confederate si calcola solo con le unità sulla mappa.",
  "Work out Union brigade effectiveness as usual: the regiments of the brigades here that the day's fighting has cost count as lost.":
    "L'efficacia delle brigate unioniste si calcola come al solito: i reggimenti delle brigate qui presenti che i combattimenti del giorno sono costati contano come perduti.",
  "A Confederate division, the Reserve Corps included, is CI only if all its brigades are.":
    "Una divisione confederata, compreso il Corpo di Riserva, è CI solo se lo sono tutte le sue brigate.",
  "At the start each player gives any orders to brigades that are In Command, to single unbrigaded cavalry units and to single unassigned cavalry units assigned to divisions.":
    "All'inizio ogni giocatore dà gli ordini che vuole alle brigate In Comando, alle singole unità di cavalleria fuori brigata e alle singole unità di cavalleria non assegnate attribuite a divisioni.",
  "Union reinforcements arrive as in scenario 1.":
    "I rinforzi dell'Unione arrivano come nello scenario 1.",
  "The Union player places Lexington and Tyler in any river hexes before the Confederate player sets up.":
    "Il giocatore dell'Unione mette Lexington e Tyler in esagoni di fiume qualsiasi prima che il Confederato si schieri.",
  "Stanford's and Ketchum's batteries may be assigned to the Reserve Corps and then activate as a separate brigade of it.":
    "Le batterie Stanford e Ketchum possono essere assegnate al Corpo di Riserva e allora si attivano come una sua brigata a parte.",
  "Prentiss' units (6/T) activate with the Unassigned AM; 15 IA and 16 IA start at Fatigue 1 and keep their Fatigue singly.":
    "Le unità di Prentiss (6/T) si attivano con l'AM dei Non assegnati; 15 IA e 16 IA cominciano a Fatica 1 e tengono ciascuno la propria Fatica.",
  "If Grant's +1 is used for the initiative roll and the Union wins it, the first Union AM played is one of a division of the Army of the Tennessee.":
    "Se il +1 di Grant è usato per il tiro d'iniziativa e l'Unione lo vince, il primo AM dell'Unione giocato è quello di una divisione dell'Armata del Tennessee.",
  "The April 7 reinforcements arrive as in scenario 1.":
    "I rinforzi del 7 aprile arrivano come nello scenario 1.",
  "The gunboats are not used.":
    "Le cannoniere non si usano.",
  "Green units in good order make no UDD after a Retreat before assault.":
    "Le unità inesperte in ordine non fanno UDD dopo una Ritirata prima dell'assalto.",
  "A division leader outside his army commander's range in the Determination of the Chain of Command is Out of Command.":
    "Un comandante di divisione fuori dal raggio del suo comandante d'armata nella Determinazione della catena di comando è Fuori Comando.",
  "Lauman's brigade (3/4/T) is assigned to Sherman's division.":
    "La brigata Lauman (3/4/T) è assegnata alla divisione Sherman.",
  "14 WI is assigned to Smith's brigade (14/5/O).":
    "14 WI è assegnato alla brigata Smith (14/5/O).",
  "15 MI may be assigned to any Army of the Tennessee brigade.":
    "15 MI può essere assegnato a qualunque brigata dell'Armata del Tennessee.",
  "No Union commander, unbrigaded or unassigned unit may use March orders, except reinforcements entering at 10 AM or later.":
    "Nessun comandante dell'Unione, unità fuori brigata o non assegnata può usare ordini di Marcia, tranne i rinforzi che entrano alle 10 o dopo.",
  "Grant may not move in the 6 and 7 AM turns. In each Commander Movement Phase from 8 AM roll a die, less the number of failed rolls so far: 0 or less ends the restriction. It ends at 2 PM in any case.":
    "Grant non può muovere nei turni delle 6 e delle 7. In ogni Fase di movimento dei comandanti dalle 8 tira un dado, meno il numero di tiri falliti finora: 0 o meno toglie il vincolo, che comunque finisce alle 14.",
  "2/T and 6/T take no part unless an enemy unit ends a turn on or east of column 40xx and on or north of row Nxx28. At the start of the next turn the Union player sets up both divisions in the listed hexes (conditional.tsv); the replacements of W. Wallace and Prentiss go with any of their units.":
    "2/T e 6/T non partecipano se un'unità nemica non finisce un turno nella colonna 40xx o più a est e nella fila Nxx28 o più a nord. All'inizio del turno seguente il giocatore dell'Unione schiera le due divisioni negli esagoni indicati (conditional.tsv); i sostituti di W. Wallace e Prentiss vanno con una loro unità qualsiasi.",
  "Each time an AM of a listed division or of the Unassigned is drawn, roll; outside the range that AM is ignored. No roll means the AM cannot be used this turn; auto means no roll this turn or later. McCook's division never rolls.":
    "Ogni volta che si estrae un AM di una divisione elencata o dei Non assegnati, tira; fuori dall'intervallo quell'AM è ignorato. Nessun tiro vuol dire che l'AM non si può usare in questo turno; auto vuol dire nessun tiro in questo turno e dopo. La divisione McCook non tira mai.",
  "Kirk's brigade has at least 3 AMs in its entry turn (6 AM) whatever McCook's Efficiency.":
    "La brigata Kirk ha almeno 3 AM nel turno d'entrata (le 6) qualunque sia l'Efficienza di McCook.",
  "Even when their rolls succeed, Nelson's and Crittenden's divisions may not move until Rousseau's brigade is in continuous line with a unit adjacent to one of Smith's (14/5/O) and Kirk's brigade is in continuous line with a unit adjacent to one of Rousseau's. All three divisions then keep a continuous line, a unit of Nelson's adjacent to one of Crittenden's and a unit of Crittenden's adjacent to one of McCook's, until any element of Buell's army has crossed, to the west or south, the hex line of the Confederate Movement rule.":
    "Anche quando i loro tiri riescono, le divisioni Nelson e Crittenden non possono muovere finché la brigata Rousseau non è in linea continua con un'unità adiacente a una di Smith (14/5/O) e la brigata Kirk in linea continua con un'unità adiacente a una di Rousseau. Le tre divisioni tengono poi una linea continua, un'unità di Nelson adiacente a una di Crittenden e una di Crittenden adiacente a una di McCook, finché un elemento dell'armata di Buell non ha superato, verso ovest o sud, la linea di esagoni della regola Movimento confederato.",
  "The Confederate command structure is the four groups in the groups. Division leaders trace to the corps commander of their group; brigades not under the group's division leader trace directly to the corps commander. The artillery of a group activates as a separate brigade, except that a battery whose own brigade leader is in the group may activate with that brigade.":
    "La struttura di comando confederata sono i quattro gruppi. I comandanti di divisione tracciano al comandante di corpo del loro gruppo; le brigate che non sono sotto il comandante di divisione del gruppo tracciano direttamente al comandante di corpo. L'artiglieria di un gruppo si attiva come una brigata a parte, ma una batteria il cui comandante di brigata è nel gruppo può attivarsi con quella brigata.",
  "Before 10 AM, when all restrictions end, units of the four groups activate normally only if they begin the Activation in LOS of enemy combat units that have crossed the line: Tilghman Branch from its mouth at Owl Creek to hexside N4023/N4122, the hex line N4122 to N5328, Dill Branch to the Tennessee. Only the group concerned may then move; in the next turn all groups and units activate normally. Otherwise all groups activate normally from the start of the second turn after any of them takes artillery fire, or at 10 AM. Before 10 AM Confederate artillery may Return fire, all units may turn one vertex, recover and resupply, and leaders may move.":
    "Prima delle 10, quando finiscono tutti i vincoli, le unità dei quattro gruppi si attivano normalmente solo se cominciano l'Attivazione in LOS di unità combattenti nemiche che hanno superato la linea: Tilghman Branch dalla foce in Owl Creek al lato N4023/N4122, la linea di esagoni da N4122 a N5328, Dill Branch fino al Tennessee. Allora può muovere solo il gruppo interessato; nel turno seguente tutti i gruppi e le unità si attivano normalmente. Altrimenti tutti i gruppi si attivano normalmente dall'inizio del secondo turno dopo che uno di essi ha subito fuoco d'artiglieria, o alle 10. Prima delle 10 l'artiglieria confederata può rispondere al fuoco, tutte le unità possono girare di un vertice, recuperare e rifornirsi, e i comandanti possono muovere.",
  "Pond's brigade with Ketchum's battery and Chalmers' brigade may move when activated but may not cross the line or enter a hex of it; they may change orders in the Division Orders Phase or by brigade orders change.":
    "La brigata Pond con la batteria Ketchum e la brigata Chalmers possono muovere quando sono attivate ma non superare la linea né entrare in un suo esagono; possono cambiare ordini nella Fase degli ordini di divisione o con un cambio d'ordini di brigata.",
  "Unless adjacent to units of their group that may not move, Pond's and Chalmers' units trigger the release of the Confederate Movement rule only in the turn after LOS is made. All four groups activate normally from the start of the second turn after Pond and/or Chalmers gain LOS to enemies that have crossed the line, or at 10 AM.":
    "Se non sono adiacenti a unità del loro gruppo che non possono muovere, le unità di Pond e Chalmers fanno scattare la liberazione della regola Movimento confederato solo nel turno dopo che c'è LOS. I quattro gruppi si attivano normalmente dall'inizio del secondo turno dopo che Pond e/o Chalmers hanno LOS su nemici che hanno superato la linea, o alle 10.",
  "3 TN Cav a and b may not move until the first Activation after they first have LOS to Union units that have moved south of the line; then they are free. Before that they may turn one vertex or try to recover when activated; they defend normally and may use reaction movement.":
    "3 TN Cav a e b non possono muovere fino alla prima Attivazione dopo che hanno avuto LOS su unità dell'Unione a sud della linea; poi sono libere. Prima possono girare di un vertice o tentare il recupero quando attivate; si difendono normalmente e possono usare il movimento di reazione.",
  "From Hardee's first Activation of the turn after 3 TN Cav is freed, he may roll to lift his group's restrictions: 0-5 lifts them; each later Activation he may roll again with DRM -1 per earlier failure.":
    "Dalla prima Attivazione di Hardee nel turno dopo che 3 TN Cav è libera, può tirare per togliere i vincoli del suo gruppo: 0-5 li toglie; a ogni Attivazione seguente può ritirare con DRM -1 per ogni fallimento precedente.",
  "47 TN enters at 6 AM under March orders. It may be assigned to any brigade and takes that brigade's orders when it begins a turn within the brigadier's range.":
    "47 TN entra alle 6 con ordini di Marcia. Può essere assegnato a qualunque brigata e ne prende gli ordini quando comincia un turno entro il raggio del brigadiere.",
  "Units listed in the bivouac of a group in the groups start under Advance orders and activate with the group of their brigade or division leader, but may not move until the group may. They then move towards that leader until they begin an Activation within his range, or take small-arms/canister fire or an assault, or begin an Activation in LOS of an enemy; after that they are free. Unbrigaded units move as a separate brigade of their division.":
    "Le unità elencate nel bivacco di un gruppo cominciano con ordini di Avanzata e si attivano col gruppo del loro comandante di brigata o divisione, ma non possono muovere finché non può il gruppo. Poi muovono verso quel comandante finché non cominciano un'Attivazione entro il suo raggio, o subiscono fuoco di armi leggere/mitraglia o un assalto, o cominciano un'Attivazione in LOS di un nemico; dopo sono libere. Le unità fuori brigata muovono come una brigata a parte della loro divisione.",
  "Except for 3 TN Cav, unassigned units activate as on April 6 but may be assigned to corps instead of divisions; each may change orders at the start of a turn if within the corps commander's range. None may move until the turn in which all four groups may.":
    "Tranne 3 TN Cav, le unità non assegnate si attivano come il 6 aprile ma possono essere assegnate a corpi invece che a divisioni; ognuna può cambiare ordini all'inizio di un turno se è entro il raggio del comandante di corpo. Nessuna può muovere fino al turno in cui possono tutti e quattro i gruppi.",
  "No division AMs: Polk, Bragg, Hardee and Breckinridge use the AMs with the corps commander's name and flag, and each activates the whole group, its bivouac units included. While Withers is In Command one Withers AM is used on top of Hardee's AMs (his +1 Activation rating). Unassigned units use the Unassigned AMs.":
    "Niente AM di divisione: Polk, Bragg, Hardee e Breckinridge usano gli AM col nome e la bandiera del comandante di corpo, e ciascuno attiva tutto il gruppo, comprese le unità di bivacco. Finché Withers è In Comando si usa un AM di Withers oltre a quelli di Hardee (il suo valore di Attivazione +1). Le unità non assegnate usano gli AM dei Non assegnati.",
  "Every command of the four groups starts under Advance orders (47 TN excepted).":
    "Ogni comando dei quattro gruppi comincia con ordini di Avanzata (tranne 47 TN).",
  "Polk's battery was destroyed and Cobb's lost all its horses on April 6; neither appears.":
    "La batteria Polk fu distrutta e quella di Cobb perse tutti i cavalli il 6 aprile; nessuna delle due compare.",
  "A Two-Day Variation":
    "Una variante della seconda giornata",
  "The historical second day with the normal Confederate command structure and normal division and Reserve Corps AMs instead of the four groups. Confederate Movement applies but its first four exceptions are ignored. The Union starts with 5 VP. The Confederate deploys the units of the historical set-up freely in the zone: not both north of row Nxx29 and east of column 38xx, and not north of row Nxx17. The Union set-up is the historical one.":
    "La seconda giornata storica con la normale struttura di comando confederata e i normali AM di divisione e del Corpo di Riserva invece dei quattro gruppi. Il Movimento confederato vale ma le sue prime quattro eccezioni si ignorano. L'Unione comincia con 5 PV. Il Confederato schiera liberamente nella zona le unità dello schieramento storico: non insieme a nord della fila Nxx29 e a est della colonna 38xx, e non a nord della fila Nxx17. Lo schieramento dell'Unione è quello storico.",
  "South map, columns S51xx to S63xx and rows Sxx10 to Sxx23, all inclusive.":
    "Mappa sud, colonne da S51xx a S63xx e file da Sxx10 a Sxx23, comprese.",
  "54 OH starts with a 2 SP detachment (D) deployed; BB 14.41 to 14.45 apply.":
    "54 OH comincia con un distaccamento (D) di 2 PF schierato; valgono BB 14.41-14.45.",
  "Each time a Confederate unit fires at 71 OH at small-arms range with 4 SP or more while it is in good order, 71 OH makes a UDD after the fire result; on a failure it is Disordered (unless the fire already did that) and retreats 1 or 2 hexes at once.":
    "Ogni volta che un'unità confederata spara a 71 OH a portata di armi leggere con 4 PF o più mentre è in ordine, 71 OH fa un UDD dopo il risultato del fuoco; se fallisce va in Disordine (se il fuoco non l'ha già fatto) e si ritira subito di 1 o 2 esagoni.",
  "Units that must retreat beyond the boundaries do not come back and count as Disordered for victory.":
    "Le unità che devono ritirarsi oltre i margini non tornano e contano come in Disordine per la vittoria.",
  "Stuart activates on an unmodified Efficiency draw for Sherman and cannot have Sherman's +1 AM.":
    "Stuart si attiva con un'estrazione di Efficienza non modificata per Sherman e non può avere l'AM +1 di Sherman.",
  "McArthur activates on W. Wallace's draw and is In Command if an unbroken path of at most 4 leader movement points leads to him from his entry hex.":
    "McArthur si attiva con l'estrazione di W. Wallace ed è In Comando se una via ininterrotta di al massimo 4 punti di movimento da comandante porta a lui dal suo esagono d'entrata.",
  "No Confederate draw at 11 AM: 3 AMs, unmodified. At 12 Noon Withers uses Bragg's draw and counts as Out of Command.":
    "Nessuna estrazione confederata alle 11: 3 AM, non modificati. Alle 12 Withers usa l'estrazione di Bragg e conta come Fuori Comando.",
  "50 IL is assigned to 2/2/T.":
    "50 IL è assegnato a 2/2/T.",
  "52 TN routed early and is left out; 5 MS, which took in its survivors, starts at full strength.":
    "52 TN andò presto in rotta ed è escluso; 5 MS, che ne raccolse i superstiti, comincia a piena forza.",
  "At 11 AM one of Chalmers and Jackson counts as within A.S. Johnston's range. What he may do for him depends on the level of difficulty (switch scn9_johnston). If an ability is used, roll for his loss at the start of the Commander Movement Phase.":
    "Alle 11 uno fra Chalmers e Jackson conta come entro il raggio di A.S. Johnston. Che cosa possa fare per lui dipende dal livello di difficoltà (variante scn9_johnston). Se si usa un'abilità, tira per la sua perdita all'inizio della Fase di movimento dei comandanti.",
  "Units may be set up in Extended Line and/or with Refused flanks, or in Extended Column; every brigade may start under Advance or Attack orders.":
    "Le unità possono essere schierate in Linea Estesa e/o con i fianchi ripiegati, o in Colonna Estesa; ogni brigata può cominciare con ordini di Avanzata o Attacco.",
  "The special rules of scenario 1 apply, on the same hours of April 5, unless changed here.":
    "Valgono le regole speciali dello scenario 1, alle stesse ore del 5 aprile, se non cambiate qui.",
  "Sound of Battle is not used.":
    "Il Suono della battaglia non si usa.",
  "The Continuous Line rule is not used.":
    "La regola della Linea continua non si usa.",
  "At 7 AM every Confederate division, reinforcements included, has 4 AMs and the Unassigned 3. Only Confederate AMs are drawn until an alert happens.":
    "Alle 7 ogni divisione confederata, rinforzi compresi, ha 4 AM e i Non assegnati 3. Si estraggono solo AM confederati finché non c'è un allarme.",
  "Each Confederate brigade may change orders without a roll at the start of one Action Phase of its choice in the 7 AM turn.":
    "Ogni brigata confederata può cambiare ordini senza tirare all'inizio di una Fase d'azione a sua scelta nel turno delle 7.",
  "Confederate brigades and unbrigaded units take no Fatigue for a third Activation of movement/fire at 7 AM; assault Fatigue is normal. From 8 AM Efficiency and Fatigue are normal.":
    "Le brigate e le unità fuori brigata confederate non prendono Fatica per una terza Attivazione di movimento/fuoco alle 7; la Fatica da assalto è normale. Dalle 8 Efficienza e Fatica sono normali.",
  "A.S. Johnston may not use his special abilities before the 8 AM turn.":
    "A.S. Johnston non può usare le sue abilità speciali prima del turno delle 8.",
  "First method: 5/T (Sherman) and 6/T (Prentiss) roll for alert at the end of certain Confederate Activations, by the number of AMs of each Confederate division drawn since the start.":
    "Primo metodo: 5/T (Sherman) e 6/T (Prentiss) tirano per l'allarme alla fine di certe Attivazioni confederate, secondo il numero di AM di ogni divisione confederata estratti dall'inizio.",
  "Second method: Union units are alerted when they are fired on or an enemy moves adjacent.":
    "Secondo metodo: le unità dell'Unione sono in allarme quando si spara loro o un nemico si porta adiacente.",
  "The whole division is alerted (Raith's and Stuart's brigades separately). Every unit involuntarily alerted makes a UDD at once, before any Return fire, with the +1 of the morning (to the end of 9 AM) and other modifiers; a unit that passes may turn any number of vertices. The Union player then rolls, in secret if he likes, for the division's AMs this turn: even 2, odd 1, put in the pool at once; Sherman's +1 does not apply. The division draws Efficiency from the next turn. Before and during the AM of their alert Union units have no Approach fire, Prepared fire or reaction movement, and their out-of-phase fire during that AM has DRM -1.":
    "Tutta la divisione è in allarme (le brigate Raith e Stuart a parte). Ogni unità messa in allarme involontariamente fa subito un UDD, prima di ogni Fuoco di risposta, con il +1 del mattino (fino alla fine delle 9) e gli altri modificatori; chi riesce può girare di quanti vertici vuole. Il giocatore dell'Unione tira poi, in segreto se vuole, per gli AM della divisione in questo turno: pari 2, dispari 1, messi subito nel bicchiere; il +1 di Sherman non vale. La divisione estrae l'Efficienza dal turno seguente. Prima e durante l'AM del loro allarme le unità dell'Unione non hanno Fuoco di avvicinamento, Fuoco preparato né movimento di reazione, e il loro fuoco fuori fase durante quell'AM ha DRM -1.",
  "Commands not alerted before are alerted and activate normally from the start of: 8 AM for Sherman's and Prentiss' divisions and Raith's brigade (on McClernand's Efficiency); 9 AM for Hurlbut's division, McClernand and the rest of his brigades and unbrigaded units; 10 AM for W. Wallace's division, Stuart's brigade and everything else.":
    "I comandi non ancora in allarme lo sono e si attivano normalmente dall'inizio delle: 8 per le divisioni Sherman e Prentiss e la brigata Raith (con l'Efficienza di McClernand); 9 per la divisione Hurlbut, McClernand e il resto delle sue brigate e unità fuori brigata; 10 per la divisione W. Wallace, la brigata Stuart e tutto il resto.",
  "Before 10 AM Stuart's brigade is also alerted involuntarily on 0-3 if a Confederate unit comes within 10 hexes of any of its units and on 0-6 if within 5.":
    "Prima delle 10 la brigata Stuart è messa in allarme involontariamente anche con 0-3 se un'unità confederata viene entro 10 esagoni da una sua unità e con 0-6 se entro 5.",
  "Unlike April 6, Out of Command regiments do not activate once less than their brigade if the brigade is also Out of Command in the turn of alert.":
    "A differenza del 6 aprile, i reggimenti Fuori Comando non si attivano una volta meno della brigata se anche la brigata è Fuori Comando nel turno dell'allarme.",
  "Hurlbut's and Prentiss' cavalry start over the stacking limit and must unstack in their first Activation.":
    "La cavalleria di Hurlbut e di Prentiss comincia oltre il limite di impilamento e deve separarsi nella prima Attivazione.",
  "Peabody's detachments are not used; his regiments start at full strength.":
    "I distaccamenti di Peabody non si usano; i suoi reggimenti cominciano a piena forza.",
  "15 MI, 18 WI, 15 IA, 16 IA and 23 MO do not set up; they come as reinforcements. 15 IA, 16 IA, 15 MI and 23 MO may be assigned to any brigade.":
    "15 MI, 18 WI, 15 IA, 16 IA e 23 MO non si schierano; arrivano come rinforzi. 15 IA, 16 IA, 15 MI e 23 MO possono essere assegnati a qualunque brigata.",
  "15 MI enters without ammunition. If it begins an Activation in N5821 it may resupply without a roll; once resupplied this ends.":
    "15 MI entra senza munizioni. Se comincia un'Attivazione in N5821 può rifornirsi senza tirare; una volta rifornito questo finisce.",
  "All Union reinforcements arrive at N6420 or N6423 except L. Wallace's division, which uses the variable arrival of scenario 1.":
    "Tutti i rinforzi dell'Unione arrivano in N6420 o N6423 tranne la divisione L. Wallace, che usa l'arrivo variabile dello scenario 1.",
  "The order of entry of the 8 AM and 2 PM reinforcements of April 5 is the Confederate player's choice.":
    "L'ordine d'entrata dei rinforzi delle 8 e delle 14 del 5 aprile lo sceglie il Confederato.",
  "Early end":
    "Fine anticipata",
  "Agreed before play: the game ends when one side has no combat-effective division left on the map. If that is the Union and no Confederate division is CI, the Union scores nothing for fields south of Dill Branch or west or south of Tilghman Branch, and the level is not shifted for the line. If it is the Confederate and not all Union divisions are CI, shift the level one in the Union's favour.":
    "Concordata prima di giocare: la partita finisce quando una parte non ha più sulla mappa nessuna divisione efficace. Se è l'Unione e nessuna divisione confederata è CI, l'Unione non segna nulla per i campi a sud di Dill Branch o a ovest o sud di Tilghman Branch, e il livello non si sposta per la linea. Se è il Confederato e non tutte le divisioni dell'Unione sono CI, sposta il livello di uno a favore dell'Unione.",
  "Extended game, April 5-6":
    "Partita estesa, 5-6 aprile",
  "If the Confederate has a Marginal or Tactical victory at the end of April 5. Otherwise the level table of scenario 1 with the same level change as the base game. The last turn is inferred from scenario 1; the text gives none.":
    "Se alla fine del 5 aprile il Confederato ha una vittoria Marginale o Tattica. Per il resto la tabella dei livelli dello scenario 1 con lo stesso spostamento di livello della partita base. L'ultimo turno è dedotto dallo scenario 1; il testo non ne dà.",
  "From the Division Orders Phase of the 1 PM turn roll each turn. On a success 3/T enters at N3801 with 3 Activations, brigades in the order 1, 2, 3, artillery anywhere in that order. In the 1 PM turn only the first brigade enters, with 2 AMs, and the rest at 2 PM with 3. Replaces the fixed arrivals of 3/T. Always in force in this scenario.":
    "Dalla Fase degli ordini di divisione del turno delle 13 tira a ogni turno. Se riesce 3/T entra in N3801 con 3 Attivazioni, le brigate nell'ordine 1, 2, 3, l'artiglieria in qualunque punto dell'ordine. Nel turno delle 13 entra solo la prima brigata, con 2 AM, e il resto alle 14 con 3. Sostituisce gli arrivi fissi di 3/T. Sempre in vigore in questo scenario.",
  "stays inside the Pittsburg Landing field boundary until 10 AM":
    "resta entro il margine del campo di Pittsburg Landing fino alle 10",
  "immobile battery, see special rule madison-immobile":
    "batteria immobile, vedi le regole speciali",
  "regiments from the published organisation":
    "reggimenti secondo l'organico pubblicato",
  "Markgraf: see special rule markgraf-immobile":
    "Markgraf: vedi le regole speciali",
  "see special rule sixth-division-unbrigaded":
    "vedi le regole speciali",
  "see special rule fifteenth-michigan":
    "vedi la regola speciale su 15 MI",
  "Prentiss' cavalry takes no part":
    "la cavalleria di Prentiss non partecipa",
  "Peabody and Miller start under Advance orders":
    "Peabody e Miller cominciano con ordini di Avanzata",
  "15 MI counts as In Command at the start of 8 AM and traces to Miller from 9 AM":
    "15 MI è considerato In Comando all'inizio delle 8 e traccia a Miller dalle 9",
  "Peabody and Miller start under Advance orders; Peabody is set up with any unit of his command":
    "Peabody e Miller cominciano con ordini di Avanzata; Peabody si schiera con un'unità qualsiasi del suo comando",
  "Wood may start under Advance or Attack orders":
    "Wood può cominciare con ordini di Avanzata o Attacco",
  "Shaver and Gladden start under Attack orders":
    "Shaver e Gladden cominciano con ordini di Attacco",
  "Chalmers starts under Advance orders":
    "Chalmers comincia con ordini di Avanzata",
  "see special rules sherman-peabody-extended and sixteenth-wisconsin-absent":
    "vedi le regole speciali",
  "see special rule raith-fatigue":
    "vedi la regola speciale sulla Fatica di Raith",
  "one AM fewer than Prentiss in this turn, at least one":
    "un AM meno di Prentiss in questo turno, almeno uno",
  "may not fire before the 3 PM turn":
    "non può sparare prima del turno delle 15",
  "may not fire before its second AM":
    "non può sparare prima del suo secondo AM",
  "Crescent LA and 38 TN are assigned to Anderson":
    "Crescent LA e 38 TN sono assegnati ad Anderson",
  "Ketchum: one section, two guns":
    "Ketchum: una sezione, due pezzi",
  "see special rule mcarthur-command":
    "vedi la regola speciale su McArthur",
  "see special rule stuart-assignable":
    "vedi la regola speciale su Stuart",
  "see special rule twenty-third-missouri":
    "vedi la regola speciale su 23 MO",
  "assigned to Withers' division":
    "assegnata alla divisione Withers",
  "see special rule cleburne-two-units":
    "vedi la regola speciale su Cleburne",
  "printed N2602":
    "stampato N2602",
  "Veatch must start under Advance orders":
    "Veatch deve cominciare con ordini di Avanzata",
  "division CI":
    "divisione CI",
  "no strength printed; full strength would overstack the hex":
    "nessuna forza stampata; la forza piena supererebbe il limite dell'esagono",
  "see special rule prentiss-remnants":
    "vedi la regola speciale sui resti di Prentiss",
  "W. Wallace's replacement is set up as the Union player wishes":
    "il sostituto di W. Wallace si schiera come vuole il giocatore dell'Unione",
  "see special rule stanford-ketchum":
    "vedi la regola speciale su Stanford e Ketchum",
  "no strength printed":
    "nessuna forza stampata",
  "printed N4314":
    "stampato N4314",
  "50 IL (3/2/T) is assigned to 2/2/T":
    "50 IL (3/2/T) è assegnato a 2/2/T",
  "see special rule fifty-second-tennessee-absent":
    "vedi la regola speciale su 52 TN",
  "starting losses stand for earlier fighting and looting":
    "le perdite iniziali rappresentano i combattimenti e i saccheggi precedenti",
  "no ammunition; may be assigned to any brigade":
    "senza munizioni; può essere assegnato a qualunque brigata",
  "may be assigned to any brigade":
    "può essere assegnato a qualunque brigata",
  "15 + detachment of 2":
    "15 + distaccamento di 2",
  "10 + detachment of 2":
    "10 + distaccamento di 2",
  "8 + detachment of 2; Sc.2 gives (9) and Sc.5 (5) with the brigade not CI, so exactly 10":
    "8 + distaccamento di 2; lo scenario 2 dà (9) e il 5 dà (5) con la brigata non CI, quindi esattamente 10",
  "starts without ammunition":
    "comincia senza munizioni",
  "Sc.9 special rule: shaky under fire":
    "regola speciale dello scenario 9: vacilla sotto il fuoco",
  "regulars":
    "truppe regolari",
  "Tennessee battery":
    "batteria del Tennessee",
  "Mississippi battery":
    "batteria del Mississippi",
  "Alabama battery":
    "batteria dell'Alabama",
  "Arkansas battery":
    "batteria dell'Arkansas",
  "Louisiana battery":
    "batteria della Louisiana",
  "Jefferson (Mississippi) battery":
    "batteria Jefferson (Mississippi)",
  "Avery's Georgia Dragoons":
    "i Georgia Dragoons di Avery",
  "Confederate Guards Response Battalion":
    "battaglione Confederate Guards Response",
  "5th Company Washington Artillery; three sections deduced from three types":
    "5ª Compagnia della Washington Artillery; tre sezioni dedotte dai tre tipi di pezzi",
  "Alabama State Artillery":
    "artiglieria statale dell'Alabama",
  "Georgia Washington Light Artillery":
    "Washington Light Artillery della Georgia",
  "skirmish battalion of the brigade":
    "battaglione di esploratori della brigata",
  "Sc.2 (13) forces 14 or more":
    "lo scenario 2 (13) impone almeno 14",
  "Sc.2 (5) forces 6 or more":
    "lo scenario 2 (5) impone almeno 6",
  "Sc.2 (5) and Sc.5 (3): exactly 6":
    "scenari 2 (5) e 5 (3): esattamente 6",
  "Sc.5 (4) with Gladden CI: 9 or more":
    "scenario 5 (4) con Gladden CI: almeno 9",
  "as 27 TN: exactly 6":
    "come 27 TN: esattamente 6",
  "Sc.5 (3) and Sc.8 (5): exactly 6 if 9 AR Bn, 44 TN and 55 TN are below half":
    "scenari 5 (3) e 8 (5): esattamente 6 se 9 AR Bn, 44 TN e 55 TN sono sotto la metà",
  "obstinate but his division was days old":
    "ostinato, ma la sua divisione aveva pochi giorni",
  "sent out the dawn patrol on his own account":
    "mandò la pattuglia dell'alba di propria iniziativa",
  "captured with Prentiss":
    "catturato con Prentiss",
  "presence pushes attacks; initiative estimated":
    "la sua presenza spinge gli attacchi; iniziativa stimata",
  "piecemeal attacks; helps only changes to Attack":
    "attacchi a spizzico; aiuta solo i cambi in Attacco",
  "author of the drill book, best tactician of the corps commanders":
    "autore del manuale di manovra, il miglior tattico fra i comandanti di corpo",
  "driving, disabled before noon":
    "trascinatore, fuori combattimento prima di mezzogiorno",
  "kept his brigades moving on the right":
    "tenne in moto le sue brigate a destra",
  "Mexican War veteran, mortally wounded at 8:30":
    "veterano del Messico, ferito a morte alle 8:30",
  "three charges, praised by Hardee":
    "tre cariche, lodato da Hardee",
  "no repulse discouraged him (Hardee)":
    "nessun rovescio lo scoraggiò (Hardee)",
  "thrown from his horse, back by 2:30":
    "disarcionato, di ritorno alle 14:30",
  "in action all day; Bragg praised him. Sc.9 lets Johnston lend him Aggressive status, so not A":
    "in azione tutto il giorno; Bragg lo lodò. Nello scenario 9 Johnston può renderlo Aggressivo, quindi non è A",
};
