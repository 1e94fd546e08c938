package chat

var english = &tongue{
	moments: [4][]phrase{
		morning:   phrases("good morning, =morning"),
		afternoon: phrases("good afternoon"),
		evening:   phrases("good evening, a good evening, a nice evening, =evening"),
		night:     phrases("good night, goodnight, nighty night"),
	},
	short: map[string]string{
		"u": "you", "r": "are", "ur": "your", "whats": "what s", "hows": "how s", "im": "i m", "dont": "don t", "youre": "you re", "thx": "thanks", "ty": "thanks", "pls": "please", "plz": "please",
		"wanna": "want to", "gonna": "going to", "ya": "you", "id": "i d", "wheres": "where s", "whos": "who s",
	},
	topics: map[string][]phrase{
		menu: phrases(`
			eat, eating, food, hungry, starving, thirsty, drink, drinks, dinner, lunch, breakfast, dessert*, dish*,
			menu, meal*, meat, wine*, cocktail*, pizza*, burger*, steak*, salad*, fish, chicken, snack*, coffee,
			vegetarian*, vegan*, gluten*, something spicy, something light, something sweet, cider*, whisky, whiskey,
			gin, sandwich*, sweets, cake*, ice cream, cheese*, seafood, shrimp, bbq, barbecue, roast, soup*, tasty`),
		beer: phrases(`
			beer*, pint*, ale, ales, lager*, stout*, ipa, ipas, on tap, brew*, thirsty, drink, drinks`),
		trip: phrases(`
			trip*, travel*, hotel*, beach*, vacation, holiday*, flight*, weekend away, getaway, resort*, cruise*,
			mountain*, backpack*, sightseeing, itinerary, tour*`),
	},
	asks: map[kind][]phrase{
		emergency: phrases(`
			emergency, ambulance, heart attack, choking, can t breathe, cannot breathe, not breathing, bleeding, fainted, passed out, unconscious,
			seizure, there is a fire, on fire, allergic reaction, anaphyla*, call the police, call 911, being attacked, drowning,
			kill myself, suicid*, want to die, overdose`),
		robot: phrases(`
			are you real, are you a real, are you a person, are you ai, is this ai, talking to a real, talking to a person,
			artificial intelligence, chatgpt, gpt, gemini, are you alive, are you a program, robot, bot, bots, human,
			humans, an ai, a machine, a computer, alexa, siri, algorithm, real person, automatic*, automated`),
		person: phrases(`
			talk to a human, talk to a person, talk to someone, talk to somebody, talk to a real, talk to the manager,
			talk to staff, speak to a, speak to the, speak with a, speak with the, speak to someone, speak with someone,
			talk with a, get me a real, get me a human, get me the manager, get me a person, real person please,
			a human please, call the manager, call the waiter, human agent, live agent, your manager, customer service,
			need a human, want a human, need a person, a human now, real human, need to talk to, let me talk to,
			let me speak, transfer me, connect me, put me through, representative, an agent, the owner, call someone,
			call a waiter, call somebody, speak with somebody, speak to somebody, someone real, can talk to, could talk to`),
		who: phrases(`
			who are you, what are you, what s your name, what is your name, your name please, who am i talking,
			who am i speaking, who is this, who s this, who s there, who is there, introduce yourself, do you have a name,
			where are you from, how old are you, your age, where do you live, who made you, who created you, who built you,
			are you a man, are you a woman, are you male, are you female, are you single, about yourself, who is speaking,
			who s speaking, who do i, call you, address you`),
		joke: phrases(`
			joke*, something funny, a riddle, be funny, laugh, pun, puns, something hilarious, funny story, knock knock`),
		insult: phrases(`
			stupid*, idiot*, dumb*, useless, suck, sucks, shut up, fuck*, moron, crap, shit*, hate you, hate this, i hate,
			terrible, awful, horrible, worst, garbage, rubbish, trash, screw you, asshole*, bitch*, pathetic, ridiculous,
			disgusting, waste of time, annoying, you re bad, not helpful, no help, disappoint*, go to hell, was cold,
			was bland, thief, thieves, scam*, liar*, clown*, incompetent, nonsense, wtf, damn you, bullshit, loser, jerk,
			lame, gross, rude, unacceptable, complain*, a disaster, a disgrace, a joke of, rip off, overpriced, slow,
			so long`),
		facts: phrases(`
			what time, hours, closed, address, where are you, located, location, directions, how do i get, wifi, wi fi,
			password, cards, credit card, cash, pay by, how much, price*, cost*, parking, park my, book a, booking, reserve,
			reservation*, table for, a table, bathroom, restroom, toilet, phone number, deliver*, dogs, my dog, live music,
			dress code, waiting time, open, opening, closes, close, closing, kitchen, kids, children, highchair, wheelchair,
			accessible, tip included, service charge, happy hour, event*, instagram, email, which street, air conditioning,
			seats, a seat, sit outside, live band, music tonight, when do you, the bill, check please`),
		compliment: phrases(`
			you re awesome, you are awesome, you re great, you are great, you re the best, you are the best, you re nice,
			you are nice, you re funny, you are funny, you re cute, you are cute, great job, good job, nice job, well done,
			nice work, good work, love this, love it, love you, i like you, love the place, loved, lovely, helpful, amazing,
			wonderful, fantastic, excellent, brilliant, delicious, was great, was good, is great, so kind, very kind,
			great service, good bot, smart, impressive, =awesome, =great, =nice, =cool, =perfect, =good, =nice one,
			best bar, best place, best service, best restaurant, best bot, nice place, great place, beautiful, what a place,
			you guys are, you rock, sweet of you, so sweet, very nice, so nice, so good, really good, really nice,
			very good, good one, incredible, superb, outstanding, top notch, clever, i m a fan, you are good, you re good,
			adorable, impressed, thumbs up, made my day, made me smile`),
		wish: phrases("recommend*, suggest*, any tips, what s good, what s nice"),
		can: phrases(`
			what can you, what do you do, how can you, can you help, could you help, help me, need help, need some help,
			what is this, what s this, how does this, how does it work, how do you work, what do you know, what can we talk,
			what can i ask, what are you for, =help, =menu, =help please, don t understand, don t get it, what do you mean, how do i use, how to use, i m lost, what topics,
			which topics, my options, options here, what may i, what should i ask, can i ask you, may i ask, explain,
			help out, what s possible, your features, what else, how can i use, offer, services, skills, abilities`),
		offTopic: phrases(`
			weather, rain*, sunny, forecast, snow*, hot today, cold today, football, soccer, baseball, basketball,
			world cup, game, match, team, vote*, voting, election*, president, politic*, government, minister, trump, biden,
			stock market, bitcoin, crypto, news, movie*, tv show, horoscope, religion, god, marry me, date me, girlfriend,
			boyfriend, capital of, translate, write a, write me, meaning of life, homework, nba, nfl, super bowl,
			champions league, olympic*, favourite, favorite, song*, singer*, tax*, inflation, war, vaccine*, math, maths,
			temperature, cloudy, windy, aliens, universe, philosophy, who won`),
		howAreYou: phrases(`
			how are you, how are things, how s it going, how is it going, how you doing, how do you do, how s life,
			how is life, how s your day, how is your day, how was your day, how have you been, how s everything, what s up,
			what s new, what s going on, =sup, =wassup, you ok, you alright, =and you, how about you, =how you,
			everything ok, everything okay, everything alright, everything good, everything fine, is everything,
			are you okay, are you well, how goes it, how s things, how are we, all good with, how are the, did you sleep,
			=you good, =hru, having a good day, you feel, you feeling`),
		intro: phrases(`
			my name is, my name s, call me, nice to meet you, pleased to meet, pleasure to meet, good to meet, nice meeting,
			i go by, i am called, let me introduce, allow me to introduce, my friends call, this is my name, glad to meet,
			great to meet, =pleased, good to know you`),
		goodbye: phrases(`
			bye*, goodbye, see you, see ya, cya, talk to you later, talk later, ttyl, take care, good night, goodnight,
			nighty night, gotta go, got to go, have to go, must go, i m off, i m leaving, have a good, have a nice,
			have a great, have a lovely, farewell, =later, =laters, =so long, talk soon, speak soon, talk tomorrow,
			speak later, i m out, heading out, heading home, going home, going to bed, off to bed, sleep well, sweet dreams,
			be right back, brb, until next time, until tomorrow, so long, catch you, i ll be back, must leave,
			have to leave, i should go, enjoy your, peace out, ciao, adios, talk to you soon, talk to you tomorrow`),
		thanks: phrases(`
			thank*, cheers, appreciate*, grateful, much obliged, =tks, =tnx, ta very much, you re too kind, god bless,
			bless you, =nice thanks, obrigado, gracias, tysm`),
		sorry: phrases(`
			sorry, my bad, apolog*, my mistake, i was wrong, excuse me, pardon, forgive me, wrong order, didn t mean, oops,
			whoops, i messed up, my fault, i was mistaken, typo, wrong chat, mistyped, i misread`),
		no: phrases(`
			=no, =nope, =nah, =not now, =not really, =not yet, =not today, =never mind, =nevermind, =never, =nothing,
			=no way, =no need, =i don t want, =i don t think so, =i don t know, =don t know, =idk, =maybe later, =maybe,
			=later, =forget it, =whatever, =none, =that s all, =that s it, =just looking, =i m good, =i m fine, =all good,
			=not at all, =no please, =no thank, =none of that, =no chance, =i can t, =i won t, =i d rather not, =rather not,
			=absolutely not, =of course not, =i m not, =no no, =negative, =pass, =i ll pass, =nothing else, =neither,
			=no idea, =not sure, =not interested, =don t, =stop, =skip`),
		yes: phrases(`
			=yes, =yeah, =yep, =yup, =yea, =yas, =sure, =sure thing, =ok, =okay, =k, =alright, =all right, =of course,
			=please, =absolutely, =definitely, =right, =that s right, =correct, =exactly, =indeed, =got it, =i see, =fine,
			=sounds good, =go ahead, =i do, =i would, =let s go, =let s do it, =true, =great, =why not, =certainly,
			=i think so, =agreed, =deal, =done, =yes please, =oh yes, =oh, =very well, =well, =count me in, =i m in,
			=please do, =do it, =yes yes, =affirmative, =ok then, =then, =totally, =for sure, =obviously, =no problem,
			=understood, =makes sense, =good idea, =i agree, =i like it, =that one, =it is, =you bet, =aye, =bet, =gladly,
			=with pleasure, =i d love to, =i d like that, =100`),
		laughter: phrases(`
			hilarious, cracked me up, i m laughing, =funny, lol, haha, rofl, lmao, funny, ha ha, dying of laughter`),
		greeting: phrases(`
			hi, hello, hey, heya, hiya, howdy, yo, greetings, good morning, good afternoon, good evening, good day,
			=morning, =evening, anybody there, anyone there, you there, is anyone, =i m back, =welcome, hullo, g day,
			morning all, evening all, anybody home, anyone home, hola, ola, =afternoon, =sup all, top of the morning`),
		wanting: phrases(`
			i want, i d like, i would like, i need, looking for, i fancy, in the mood, can i have, can i get, could i have,
			could i get, may i have, craving, bring me, give me`),
	},
}
