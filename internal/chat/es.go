package chat

var spanish = &tongue{
	hello: "¡Hola!",
	house: "esta casa",
	moments: [...]moment{
		morning:   {phrases("buenos dias, buen dia"), "¡Buenos días!"},
		afternoon: {phrases("buenas tardes, buena tarde"), "¡Buenas tardes!"},
		evening:   {phrases("buenas noches, buena noche"), "¡Buenas noches!"},
		night:     {nil, "¡Buenas noches!"},
	},
	short: map[string]string{
		"q": "que", "k": "que", "xq": "porque", "tmb": "tambien", "tb": "tambien", "bn": "bien", "dnd": "donde", "xfa": "por favor", "porfa": "por favor", "toy": "estoy", "ta": "esta", "vos": "tu", "sos": "eres",
	},
	and: "y",
	or:  "o",
	topics: map[string]topic{
		menu: {
			name:    "comida",
			example: "«algo ligero y sin carne»",
			asks: phrases(`
				comer, comida*, hambre, sed, cenar, cena, almorzar, almuerzo, desayun*, plato*, menu, carta, postre*,
				beber, bebida*, trago*, vino*, tapas, pizza*, hamburgues*, carne*, pescado*, pollo, ensalada*, cafe,
				vegetarian*, vegan*, sin gluten, tomar algo, asado*, parrilla*, bocadillo*, sandwich*, dulce*, helado*,
				torta*, queso*, marisco*, gambas, sopa*, whisky, gin, agua, jugo*, zumo*, refresco*, ron, tequila,
				que hay de rico, picar algo, picante*`),
		},
		beer: {
			name:    "cerveza",
			example: "«una cerveza negra»",
			asks: phrases(`
				cervez*, cana, canas, birra*, ipa, tomar algo, beber, bebida*, sed`),
		},
		trip: {
			name:    "viajes",
			example: "«un fin de semana en la sierra»",
			asks: phrases(`
				viaj*, playa*, hotel*, hostal, alojamiento, vuelo*, vacaciones, paseo*, excursion*, mochila*, montana*,
				sierra, crucero*, avion, resort*, conocer la ciudad, fin de semana en`),
		},
	},
	asks: map[kind][]phrase{
		emergency: phrases(`
			emergencia, ambulancia, infarto, atragant*, no puedo respirar, no respira, sangrando, desmay*, inconsciente, convuls*, incendio,
			hay fuego, reaccion alergica, anafila*, llamen a la policia, policia, socorro, auxilio, ahog*, matarme, suicid*, quiero morir`),
		robot: phrases(`
			eres una persona, eres persona, eres real, eres de verdad, inteligencia artificial, chatgpt, gpt, gemini,
			eres una ia, es una ia, eres un programa, persona real, robot, bot, bots, humano, humana, humanos, una maquina,
			alexa, siri, algoritmo, persona de verdad, eres de carne, automatic*, automatiz*`),
		person: phrases(`
			hablar con una persona, hablar con alguien, hablar con el, hablar con la, hablar con un, pasame con, paseme con,
			comuniqueme, comunicame, llama al, llame al, llama a alguien, agente humano, atencion humana, quiero un humano,
			quiero una persona, el encargado, el gerente, necesito un humano, necesito una persona, quiero a alguien,
			un agente, transfiereme, transfiera, el dueno, el jefe, atencion al cliente, llamar a alguien, llamar al,
			llamen al, que me atienda, hablar con mi, representante, puedo hablar con`),
		who: phrases(`
			quien eres, quienes son, quien sos, quien habla, quien es usted, como te llamas, cual es su nombre, tu nombre,
			con quien hablo, con quien estoy hablando, que eres, hablame de ti, presentate, quien esta ahi, de donde eres,
			de donde sos, cuantos anos, tu edad, donde vives, quien te creo, quien te hizo, tienes nombre, eres hombre,
			eres mujer, tienes novi*, cuentame de ti, como se llama, como se llaman`),
		joke: phrases(`
			chiste*, algo gracioso, algo divertido, una adivinanza, reir, carcajada*, risas, algo chistoso, broma*,
			acertijo*, algo de risa`),
		insult: phrases(`
			tonto, tonta, idiota*, estupid*, imbecil, mierda, inutil, callate, no sirves, no sirve, basura, pesim*,
			horrible, odio, puta, puto, pendej*, cabron, gilipollas, boludo, asco, asqueros*, ridicul*, malisim*, muy malo,
			muy mala, verguenza, decepcion*, no me gusto, vete a, jodete, estaba frio, ladron*, estafa*, payas*, mentiros*,
			incompetent*, porqueria, desastre, maleducad*, groser*, aburrid*, fastidi*, harto, harta, hdp, carajo, joder,
			queja*, inaceptable, un robo, no vale nada, no entiendes nada, muy lento, demora*, absurd*, tarda*`),
		facts: phrases(`
			que hora, que horas, horario*, abren, abre, abierto, cierran, cierra, cerrado, direccion, donde estan,
			donde queda*, ubicad*, ubicacion, como llego, como llegar, wifi, wi fi, contrasena, clave, tarjeta*, efectivo,
			aceptan, cuanto cuesta*, cuanto vale*, cuanto es, cuanto sale, precio*, estacionamiento, aparcamiento, parking,
			aparcar, reserv*, mesa para, hay mesa, tienen mesa, bano, telefono, envios, a domicilio, perro, mascota*,
			propina, ninos, nino, cocina, abierta, abiertos, funcionan, aire acondicionado, accesible, silla de ruedas,
			evento*, instagram, correo, que calle, que barrio, hay lugar, hay sitio, musica, pagar, contacto, wasap,
			whatsapp, como puedo llegar, llegar alli, la cuenta`),
		compliment: phrases(`
			eres genial, eres muy, eres lo maximo, eres el mejor, eres la mejor, me encanta*, me encanto, encantador*,
			muy amable, que amable, buen servicio, buen trabajo, bien hecho, excelente*, maravillos*, increible, fantastic*,
			riquisim*, delicios*, que rico, muy rico, muy rica, muy bueno, muy buena, perfecto, felicidades, me gusto,
			me gusta este, que lindo, que bonito, te quiero, simpatic*, =genial, =bravo, =guay, =que bueno, =que bien,
			=buenisimo, =chevere, que lugar, que sitio, mejor bar, mejor lugar, mejor restaurante, mejor servicio,
			los mejores, las mejores, son geniales, eres bueno, eres buena, eres amable, eres list*, eres linda, eres lindo,
			inteligente, espectacular, impecable, estupend*, me fascina, me agrada, amo este, amo esta, muy lindo,
			muy bonito, muy linda, bonito lugar, lindo lugar, lugar bonito, tan bonito, tan lindo, soy fan, de diez,
			un diez, divertid*, felicit*, me alegraste, alegraste mi dia`),
		wish: phrases("recomiend*, recomend*, sugier*, sugerencia*, algun consejo"),
		can: phrases(`
			que haces, que sabes, puedes hacer, puedes ayudar*, me ayudas, ayudame, necesito ayuda, como funciona*,
			no entiendo, no entendi, para que sirves, de que podemos hablar, que es esto, =ayuda, =socorro, =help, =menu, =ayuda por favor,
			para que sirve, como se usa, como uso, como usar, estoy perdido, estoy perdida, que temas, que opciones,
			puedo preguntar, puedo pedir, que puedo, explicame, me explicas, tus funciones, en que ayudas, me ayuda,
			puede ayudar*, ofrece*, servicios`),
		offTopic: phrases(`
			llover, llueve, lluvia, llovera, calor, frio, clima, tiempo hace, pronostico, sol, partido, futbol, equipo,
			liga, mundial, gol, madrid, barca, messi, votar, vota, voto, eleccion*, presidente, politic*, gobierno,
			ministro, dolar, bitcoin, bolsa, noticia*, pelicula*, serie, horoscopo, religion, dios, casate, novia, novio,
			capital de, traduce, escribe un, escribeme, la seleccion, champions, olimpiada*, boxeo, color favorito,
			cancion*, cantante*, impuesto*, inflacion, guerra, vacuna*, tarea, matematica*, temperatura, nublado, nieve,
			alcalde, quien gano`),
		howAreYou: phrases(`
			que tal, como estas, como esta, como estan, como te va, como le va, como va, como vas, como andas, como anda,
			como has estado, todo bien, que onda, que hay, que hubo, que pasa, que cuentas, como fue tu dia, =y tu,
			=y usted, que novedades, estas bien, todo en orden, todo tranquilo, como amaneciste, dormiste bien,
			y la familia, =y vos, como lo llevas, =todo bien, te encuentras, se encuentra, te sientes`),
		intro: phrases(`
			me llamo, mi nombre es, mucho gusto, un placer, =encantado, =encantada, =un gusto, me puedes llamar, encantad*,
			soy yo, dejame presentarme, me presento, gusto en conocer*, placer conocer*, me dicen, mis amigos me, llamame`),
		goodbye: phrases(`
			adios, hasta luego, hasta manana, hasta pronto, hasta la proxima, hasta la vista, hasta otra, chau*, chao*,
			ciao, nos vemos, que tengas, que tenga, que te vaya, me voy, me tengo que ir, tengo que irme, cuidate, bye,
			un abrazo, abrazos, besos, buen descanso, =hasta, hablamos, vuelvo luego, vuelvo manana, ya vuelvo, me marcho,
			me despido, me retiro, me piro, a dormir, dulces suenos, hasta el, hasta entonces, hasta siempre, con dios,
			feliz noche, feliz dia, feliz tarde, buen fin de semana, buen viaje, buena semana, saludos a`),
		thanks: phrases(`
			gracias, agradezco, thanks, agradec*, dios te bendiga, que gentil, muy gentil, thank you, obrigado, grax`),
		sorry: phrases(`
			perdon*, lo siento, disculp*, me equivoque, mi culpa, mala mia, lo lamento, fue un error, error mio,
			me confundi, escribi mal, fallo mio, sin querer, ups`),
		no: phrases(`
			=no, =no quiero, =no quiero nada, =no gracias, =nada, =ahora no, =todavia no, =aun no, =hoy no, =dejalo,
			=dejalo asi, =olvidalo, =no importa, =da igual, =nunca, =por ahora no, =por ahora, =creo que no, =no se,
			=mejor no, =para nada, =claro que no, =ni idea, =quizas, =quiza, =tal vez, =mas tarde, =luego, =despues,
			=eso es todo, =nada mas, =que va, =ninguno, =ninguna, =no mucho, =no por favor, =no no, =nada de eso,
			=ni hablar, =ni loco, =no puedo, =jamas, =tampoco, =no me interesa, =paso, =estoy bien, =en absoluto, =negativo,
			=no hace falta, =no creo, =la verdad no, =nadie, =otro dia`),
		yes: phrases(`
			=si, =claro, =claro que si, =por supuesto, =vale, =ok, =okay, =bueno, =dale, =de acuerdo, =esta bien,
			=esta bueno, =muy bien, =eso, =eso es, =asi es, =exacto, =exactamente, =correcto, =perfecto, =por favor,
			=quiero, =yo quiero, =puede ser, =creo que si, =desde luego, =seguro, =obvio, =venga, =vamos, =listo, =bien,
			=entiendo, =ya, =es verdad, =verdad, =cierto, =sin duda, =sip, =sale, =si si, =si por favor, =acepto,
			=me apunto, =va, =va bien, =hecho, =trato hecho, =de una, =buena idea, =me parece, =me parece bien, =que si,
			=pues si, =pues, =ah, =ah si, =afirmativo, =con gusto, =me gustaria, =entendido, =tal cual, =oki, =okey, =orale,
			=justo, =logico, =naturalmente, =ya veo, =todo bien, =por que no, =absolutamente`),
		laughter: phrases(`
			que gracioso, que risa, muy gracioso, me muero de risa, me hiciste reir, me parto, me rio, me muero de la risa,
			que chistoso, buenisimo ese`),
		greeting: phrases(`
			hola*, buenas, buenos dias, buen dia, alo, oye, que mas, saludos, hay alguien, =che, =ey, =hey, =volvi,
			que hubo, buenass, hello, hi, hey, ola, alguien ahi, =holi, =holis, =wenas, =ey que, =aqui estoy, =llegue`),
		wanting: phrases(`
			quiero, queria, quisiera, me gustaria, busco, buscando, me apetece, tengo ganas, ganas de, deseo, me traes,
			traeme, ponme, dame`),
	},
	says: map[kind][]string{
		emergency: {
			"Esto es urgente: busca ahora mismo a alguien del equipo de la casa y llama al número de emergencias (192 en Brasil para una ambulancia, 112 o 911 en otros países). Soy un programa y no puedo llamar a nadie.",
		},
		greeting: {
			"Qué gusto tenerte aquí. ¿Hablamos de {choice}?",
			"Qué alegría verte por aquí. Conmigo se habla de {topics}: ¿qué te trae?",
			"Toma asiento. Aquí se habla de {topics}. ¿Qué va a ser?",
		},
		howAreYou: {
			"¡Todo muy bien por aquí! ¿Y tú? Cuéntame qué te trae.",
			"Por aquí todo en orden: un programa no tiene días malos. ¿Y tú, cómo estás?",
			"Muy bien, y qué amable por preguntar. ¿Y tú?",
		},
		thanks: {
			"¡De nada! Si quieres charlar, aquí estoy.",
			"No hay de qué, es un placer.",
			"¡Por nada! Estás en tu casa.",
		},
		goodbye: {
			"¡Hasta la próxima! Fue un gusto hablar contigo.",
			"¡Hasta luego! Vuelve cuando quieras.",
			"¡Nos vemos! Cuídate.",
		},
		who: {
			"Soy el programa que responde por {house}. No soy una persona, pero habla con confianza: lo mío es hablar de {topics}.",
			"Habla un programa, el que responde por {house}. Converso sobre {topics}. ¿Y tú, qué buscas?",
		},
		robot: {
			"Soy un programa, sí, no una persona. Respondo por {house} y, en este momento, con reglas escritas a mano, sin inteligencia artificial.",
			"Lo de robot está bien dicho: soy el programa que responde por {house}. Ahora sigo reglas sencillas, sin modelo de IA, así que a veces entiendo mal.",
		},
		person: {
			"En este chat solo estoy yo, que soy un programa, y no puedo llamar a nadie. Para hablar con una persona, busca al equipo de la casa.",
			"Lo entiendo, a veces es mejor hablar con gente. Soy un programa y no puedo pasar la conversación: el equipo de la casa te puede atender.",
		},
		can: {
			"Puedo conversar sobre {topics}. Dime un deseo concreto, como {examples}.",
			"Aquí se habla de {topics}. Cuéntame lo que quieres con detalle. Los horarios y los precios no los sé.",
		},
		compliment: {
			"¡Qué alegría leer eso! La casa lo agradece.",
			"Así me sonrojo. ¡Gracias por el cariño!",
			"¡Qué bien! Eso le alegra el día a cualquier programa.",
		},
		insult: {
			"Siento que no haya estado bien. Cuéntame en pocas palabras qué pasó e intento entenderlo mejor.",
			"Entiendo el enfado. Soy un programa sencillo y me equivoco. ¿Qué puedo hacer mejor?",
			"Vaya, lo siento. Si fue algo de la casa, cuéntaselo al equipo; si fui yo, dime qué faltó.",
		},
		laughter: {
			"¡Reír sienta bien! Sigue, sigue.",
			"¡Jaja, me gusta! ¿Tienes más de esas?",
			"El buen humor siempre es bienvenido aquí.",
		},
		yes: {
			"¡Muy bien! Dime entonces qué te gustaría.",
			"¡Perfecto! ¿Y qué va a ser? Conmigo se puede hablar de {topics}.",
			"¡De acuerdo! Dame solo un detalle más de lo que quieres.",
		},
		no: {
			"Sin problema. Si cambias de idea, aquí estoy.",
			"¡Está bien! Cuando quieras, me dices.",
			"No te preocupes. Aquí sigo, por si hace falta.",
		},
		offTopic: {
			"De eso sé poco y prefiero no adivinar. De {topics} sí se puede hablar un buen rato: ¿vamos?",
			"¡Esa la dejo para la charla de la barra! Conmigo se habla de {topics}. ¿Qué te interesa?",
			"En eso no me meto, aunque la charla es buena. ¿Hablamos mejor de {choice}?",
		},
		joke: {
			"¿Por qué nadie le cuenta secretos al camarero? Porque al final siempre trae la cuenta.",
			"¿Por qué la servilleta lo sabe todo? Porque anda en boca de todos.",
			"¿Por qué el ventilador nunca va al grano? Porque a todo le da vueltas.",
		},
		facts: {
			"Eso no lo sé y no quiero inventarlo. Horarios, precios, reservas y dirección, mejor confírmalos con el equipo de la casa.",
			"Esa información no la tengo aquí y prefiero no adivinar. Quien lo sabe es el equipo de la casa.",
			"Eso no lo puedo saber. Mejor pregúntaselo al equipo de la casa.",
		},
		wish: {
			"De {topics} le gusta hablar a la casa. Dime más: ¿qué tienes en mente y qué quieres evitar?",
			"¡Vamos a ello! Aquí se habla de {topics}, y para ayudarte de verdad necesito un deseo concreto: ¿qué quieres y qué no puede tener?",
			"Cuéntame con detalle qué buscas: aquí se habla de {topics}. Por ejemplo, {examples}.",
		},
		missing: {
			"Con eso todavía no puedo ayudarte aquí; habla con el equipo de la casa, por favor. Conmigo, por ahora, se habla de {topics}.",
			"Eso todavía no es lo mío: por ahora solo converso sobre {topics}. Para lo demás, busca al equipo de la casa.",
		},
		sorry: {
			"¡No pasa nada! Seguimos.",
			"Está bien, a todos nos pasa.",
			"Ningún problema. Sigue, por favor.",
		},
		intro: {
			"¡Mucho gusto! Soy el programa que responde por {house}. Qué bien tenerte aquí.",
			"¡El gusto es mío! Cuéntame, ¿qué te trae por aquí?",
		},
		unknown: {
			"Creo que no entendí bien. ¿Lo dices de otra manera? Puedo hablar de {topics}.",
			"Esa se me escapó. ¿Me cuentas con otras palabras qué buscas?",
			"Mmm, no lo pillé. Si es sobre {choice}, dame un ejemplo de lo que quieres.",
		},
	},
	alone: map[kind][]string{
		greeting: {
			"Qué gusto tenerte aquí. ¿Cómo estás?",
			"Qué alegría verte por aquí. ¿Todo bien?",
		},
		who: {
			"Soy el programa que responde por {house}. No soy una persona y, por ahora, solo sé conversar un poco.",
			"Habla un programa, el que responde por {house}. Por ahora solo converso un poco; lo demás es cosa del equipo de la casa.",
		},
		can: {
			"Por ahora, solo conversar un poco. Para todo lo demás, busca al equipo de la casa.",
			"Todavía muy poco: saludo, doy las gracias y charlo un rato. Para lo que sea de la casa, habla con el equipo.",
		},
		yes: {
			"¡Muy bien, entonces!",
			"¡Qué bien que estemos de acuerdo!",
		},
		offTopic: {
			"De eso sé poco y prefiero no adivinar. ¡Pero la charla es buena!",
			"¡Esa la dejo para la charla de la barra! Todavía sé hablar de muy pocas cosas.",
		},
		missing: {
			"Con eso todavía no puedo ayudarte aquí: por ahora solo sé conversar un poco. Habla con el equipo de la casa, por favor.",
			"Ya me gustaría, pero con eso todavía no puedo ayudarte: por ahora solo converso un poco. Quien te puede atender es el equipo de la casa.",
		},
		unknown: {
			"Creo que no entendí bien, y por ahora solo sé conversar un poco. ¿Lo dices de otra manera?",
			"Esa se me escapó: todavía entiendo pocas cosas. Si es algo de la casa, habla con el equipo.",
		},
	},
}
