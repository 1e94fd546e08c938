package chat

var spanish = &tongue{
	moments: [4][]phrase{
		morning:   phrases("buenos dias, buen dia"),
		afternoon: phrases("buenas tardes, buena tarde"),
		evening:   phrases("buenas noches, buena noche"),
	},
	short: map[string]string{
		"q": "que", "k": "que", "xq": "porque", "tmb": "tambien", "tb": "tambien", "bn": "bien", "dnd": "donde", "xfa": "por favor", "porfa": "por favor", "toy": "estoy", "ta": "esta", "vos": "tu", "sos": "eres",
	},
	topics: map[string][]phrase{
		menu: phrases(`
			comer, comida*, hambre, sed, cenar, cena, almorzar, almuerzo, desayun*, plato*, menu, carta, postre*,
			beber, bebida*, trago*, vino*, tapas, pizza*, hamburgues*, carne*, pescado*, pollo, ensalada*, cafe,
			vegetarian*, vegan*, sin gluten, tomar algo, asado*, parrilla*, bocadillo*, sandwich*, dulce*, helado*,
			torta*, queso*, marisco*, gambas, sopa*, whisky, gin, agua, jugo*, zumo*, refresco*, ron, tequila,
			que hay de rico, picar algo, picante*`),
		beer: phrases(`
			cervez*, cana, canas, birra*, ipa, tomar algo, beber, bebida*, sed`),
		trip: phrases(`
			viaj*, playa*, hotel*, hostal, alojamiento, vuelo*, vacaciones, paseo*, excursion*, mochila*, montana*,
			sierra, crucero*, avion, resort*, conocer la ciudad, fin de semana en`),
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
}
