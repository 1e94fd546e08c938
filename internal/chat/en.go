package chat

var english = &tongue{
	hello: "Hello!",
	house: "this house",
	moments: [...]moment{
		morning:   {phrases("good morning, =morning"), "Good morning!"},
		afternoon: {phrases("good afternoon"), "Good afternoon!"},
		evening:   {phrases("good evening, a good evening, a nice evening, =evening"), "Good evening!"},
		night:     {phrases("good night, goodnight, nighty night"), "Good night!"},
	},
	short: map[string]string{
		"u": "you", "r": "are", "ur": "your", "whats": "what s", "hows": "how s", "im": "i m", "dont": "don t", "youre": "you re", "thx": "thanks", "ty": "thanks", "pls": "please", "plz": "please",
		"wanna": "want to", "gonna": "going to", "ya": "you", "id": "i d", "wheres": "where s", "whos": "who s",
	},
	and: "and",
	or:  "or",
	topics: map[string]topic{
		menu: {
			name:    "food",
			example: "“something light without meat”",
			asks: phrases(`
				eat, eating, food, hungry, starving, thirsty, drink, drinks, dinner, lunch, breakfast, dessert*, dish*,
				menu, meal*, meat, wine*, cocktail*, pizza*, burger*, steak*, salad*, fish, chicken, snack*, coffee,
				vegetarian*, vegan*, gluten*, something spicy, something light, something sweet, cider*, whisky, whiskey,
				gin, sandwich*, sweets, cake*, ice cream, cheese*, seafood, shrimp, bbq, barbecue, roast, soup*, tasty`),
		},
		beer: {
			name:    "beer",
			example: "“a dark beer”",
			asks: phrases(`
				beer*, pint*, ale, ales, lager*, stout*, ipa, ipas, on tap, brew*, thirsty, drink, drinks`),
		},
		trip: {
			name:    "trips",
			example: "“a weekend in the mountains”",
			asks: phrases(`
				trip*, travel*, hotel*, beach*, vacation, holiday*, flight*, weekend away, getaway, resort*, cruise*,
				mountain*, backpack*, sightseeing, itinerary, tour*`),
		},
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
	says: map[kind][]string{
		emergency: {
			"This is urgent: get someone from the staff right now, and call the local emergency number (192 for an ambulance in Brazil, 112 or 911 elsewhere). I am a program and cannot call anyone.",
		},
		greeting: {
			"Good to have you here. Shall we talk about {choice}?",
			"Lovely to see you. With me it's all about {topics}: what brings you here?",
			"Pull up a chair. We talk about {topics} here. What will it be?",
		},
		howAreYou: {
			"All is well here, and kind of you to ask! How about you?",
			"Doing fine: a program has no bad days. And you?",
			"Very well, and you? Tell me what brings you here.",
		},
		thanks: {
			"You're welcome! Just call when you feel like a chat.",
			"My pleasure. I'm right here.",
			"Any time! It was good to have you here.",
		},
		goodbye: {
			"See you next time! It was good talking to you.",
			"Take care, and come back whenever you like.",
			"Bye for now! Until next time.",
		},
		who: {
			"I'm the program that answers for {house}. Not a person, but feel free to talk to me about {topics}.",
			"You're talking to a program, the one that answers for {house}. I talk about {topics}. What are you looking for?",
		},
		robot: {
			"I'm a program, yes, not a person. I answer for {house}, and right now I do it by rules written by hand, with no AI model behind me.",
			"Robot is a fair word: I'm the program that answers for {house}. Right now I follow simple rules, with no AI model, so I may misunderstand.",
		},
		person: {
			"It's only me in this chat, a program, and I can't call anyone. To talk to a person, please ask the staff of the house.",
			"I understand, sometimes a person is better. I'm a program and can't hand this chat over: the staff of the house can help you.",
		},
		can: {
			"I can talk about {topics}. Tell me one concrete wish, such as {examples}.",
			"Ask me about {topics}, with as much detail as you can. Hours and prices I don't know.",
		},
		compliment: {
			"That is lovely to read! The house thanks you.",
			"You make a program blush. Thank you!",
			"So glad to hear it!",
		},
		insult: {
			"I'm sorry that was no good. Tell me in a few words what happened and I'll try to understand it better.",
			"I understand you are annoyed. I'm a simple program and I do get things wrong. What can I do better?",
			"Sorry about that. If it was the house, please tell the staff; if it was me, tell me what was missing.",
		},
		laughter: {
			"A good laugh helps! Do go on.",
			"Ha, I like that! Do you have more of those?",
			"Good humour is always welcome here.",
		},
		yes: {
			"Great! Tell me what you would like.",
			"Good! What will it be? With me you can talk about {topics}.",
			"Right! Give me one more detail of what you want.",
		},
		no: {
			"No problem. If you change your mind, I'm here.",
			"That's fine! Just call when you feel like it.",
			"All right. I'll be here if you need me.",
		},
		offTopic: {
			"I know little about that and would rather not guess. About {topics}, on the other hand, we can talk at length. Shall we?",
			"I leave that one to the talk at the bar! I talk about {topics}. What would you like to know?",
			"I stay out of that, though it is a good chat. Shall we talk about {choice} instead?",
		},
		joke: {
			"Why does the napkin know all the gossip? It is on everyone's lips.",
			"Why does the ceiling fan never get to the point? It keeps going round in circles.",
			"Why is the chair never worried? It always has a leg to stand on.",
		},
		facts: {
			"I don't know that and won't make it up. For hours, prices, bookings and directions, please ask the staff of the house.",
			"I don't have that information here and would rather not guess. The staff of the house will know.",
			"That I can't know. Better ask the staff of the house.",
		},
		wish: {
			"The house likes to talk about {topics}. Tell me more: what do you have in mind, and what should I avoid?",
			"Let's see! We talk about {topics} here, and to be of real help I need a concrete wish: what do you want, and what must it not have?",
			"Tell me in detail what you are after: I can talk about {topics}. For example, {examples}.",
		},
		missing: {
			"I can't help with that here yet; please ask the staff of the house. For now I can talk about {topics}.",
			"That is not for me yet: so far I only talk about {topics}. For anything else, please ask the staff of the house.",
		},
		sorry: {
			"No harm done! Let's go on.",
			"That's all right, it happens to everyone.",
			"No problem at all. Do go on.",
		},
		intro: {
			"Nice to meet you! I'm the program that answers for {house}. Good to have you here.",
			"The pleasure is mine! What brings you here?",
		},
		unknown: {
			"I don't think I understood. Could you put it another way? I talk about {topics}.",
			"That one got past me. Could you tell me in other words what you are looking for?",
			"Hm, I didn't get that. If it's about {choice}, give me an example of what you want.",
		},
	},
	alone: map[kind][]string{
		greeting: {
			"Good to have you here. How are you?",
			"Lovely to see you. How is your day going?",
		},
		who: {
			"I'm the program that answers for {house}. I'm not a person, and for now I can only talk a little.",
			"You're talking to a program, the one that answers for {house}. For now I only chat a little; the rest is up to the staff.",
		},
		can: {
			"For now, only talk a little. For everything else, please ask the staff of the house.",
			"Very little yet: I say hello and thank you, and I chat. For anything about the house, please ask the staff.",
		},
		yes: {
			"All right then!",
			"Good that we agree!",
		},
		offTopic: {
			"I know little about that and would rather not guess. It is a good chat, though!",
			"I leave that one to the talk at the bar! There is little I can talk about yet.",
		},
		missing: {
			"I can't help with that here yet: for now I can only talk a little. Please ask the staff of the house.",
			"I wish I could, but I can't help with that yet: for now I only chat a little. The staff of the house is there for you.",
		},
		unknown: {
			"I don't think I understood, and for now I can only talk a little. Could you put it another way?",
			"That one got past me: I don't understand much yet. If it's about the house, please ask the staff.",
		},
	},
}
