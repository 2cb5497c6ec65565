import type { NewsCard } from '#shared/news.ts';

type DemoPost = {
  title: string;
  category: NewsCard['category'];
  /** File name in server/demo/art/scenes. */
  scene: string;
  /** Null for a draft; negative for a scheduled post. */
  daysAgo: number | null;
  html: string;
};

/** Newest first. */
export const demoPosts: DemoPost[] = [
  {
    title: 'Seven habits that keep your account yours',
    category: 'Support',
    scene: 'keep',
    daysAgo: -3,
    html: `
      <p>Most stolen accounts are not broken into. The owner used the same password twice, and another site lost it. Here is what our support desk wishes every player knew.</p>
      <h2>Before anything happens</h2>
      <ol>
        <li>Use a password that no other site has ever seen. Four words you can picture are better than one word with a number at the end.</li>
        <li>Turn on two-factor sign-in in <a href="/profile/settings">your settings</a>, and put the recovery codes on paper.</li>
        <li>Look at the list of open sessions there once in a while. You can end any of them.</li>
        <li>Keep your email account as safe as your sword. Anyone who can read your email can reset your password.</li>
      </ol>
      <h2>When something feels wrong</h2>
      <ol start="5">
        <li>Staff never ask for your password. Not in game, not in chat, not by email.</li>
        <li>Type our address by hand instead of following a link that promises free coins.</li>
        <li>Write to us early. An hour after the fact we can undo a lot; a month later very little.</li>
      </ol>
      <blockquote><p>Nobody has ever been angry with us for answering a false alarm.</p></blockquote>`,
  },
  {
    title: 'What should grow in the terrace gardens?',
    category: 'Future Updates',
    scene: 'forest',
    daysAgo: null,
    html: `
      <p>Notes for the farming post. Needs numbers from Rowan before it goes out.</p>
      <h2>Three ideas on the table</h2>
      <ul>
        <li><strong>Slow orchards:</strong> trees that take a week and feed a whole party.</li>
        <li><strong>Shared plots:</strong> one garden per clan, with a rota on the gate.</li>
        <li><strong>Weather:</strong> rain in the valley waters your patches, drought does not kill them.</li>
      </ul>
      <p>End with the question and a link to the poll.</p>`,
  },
  {
    title: 'The gates of Wynhold are open',
    category: 'Community',
    scene: 'keep',
    daysAgo: 2,
    html: `
      <p>At sunset on Saturday the portcullis went up, and for the first time it did not come down again. After eleven months of closed tests, anybody who wants to walk the old roads can do so.</p>
      <h2>What is waiting inside</h2>
      <ul>
        <li>The whole valley from the harbour to the ash fields, on foot, without a loading screen.</li>
        <li>More than thirty-five quests, of which only four begin with a lost pet.</li>
        <li>Skilling contracts that pay for work you would have done anyway.</li>
      </ul>
      <h2>What is not</h2>
      <p>The northern pass is still snowed in, and the arena has walls but no roof. We would rather open a door late than open it onto a painted backdrop.</p>
      <blockquote><p>I stood at the bridge for ten minutes just to see who would come over it.</p></blockquote>
      <p>That was Marrow, one of our first testers, and it sums up our evening rather well. Thank you to everyone who filed a report, broke a quest or stayed up to see the gate rise. If you are new, start at the <a href="/play">download page</a>, then say hello by the well. Somebody will show you where the good fishing is.</p>`,
  },
  {
    title: 'The Long Bridge: a quest line in three parts',
    category: 'Game Updates',
    scene: 'bridge',
    daysAgo: 9,
    html: `
      <p>Everyone who has crossed the gorge has wondered about the second row of pillars. They carry nothing, lead nowhere and are older than the keep. From today you can find out why.</p>
      <h2>Part one: The Toll</h2>
      <p>The bridge keeper's ledger is missing a page, and the page is missing a name. You need a steady hand, 20 Crafting and the patience to talk to a man who charges by the sentence.</p>
      <h2>Part two: Low Water</h2>
      <p>Once a day the river drops far enough to reach the foot of the third pillar. What is carved there can be read by anyone, but understood only by those who brought the right lamp.</p>
      <h2>Part three: The Far Side</h2>
      <p>We will not say much about this one, except that it can be finished alone and is better with friends.</p>
      <h3>Rewards</h3>
      <ul>
        <li>A shortcut across the gorge that saves about ninety seconds each way</li>
        <li>The ferryman's lantern, which burns under water</li>
        <li>15,000 Agility experience and one very smug title</li>
      </ul>
      <p>The line begins with Tolland at the eastern gatehouse. There is no level requirement for reading his complaints.</p>`,
  },
  {
    title: 'How we light a forest that never sleeps',
    category: 'Dev Blogs',
    scene: 'forest',
    daysAgo: 16,
    html: `
      <p>The Wealdwood used to be our darkest problem, and not in the way we wanted. At noon it looked like dusk, at dusk it looked like a cellar, and at night people walked into the same oak again and again.</p>
      <h2>Three lights instead of one</h2>
      <p>The old client knows one sun. We now bake three: the sky from above, a warm bounce from the ground, and a thin cold rim from wherever the river is. None of them is real, and together they are convincing.</p>
      <ol>
        <li>The sky light decides what you can see.</li>
        <li>The bounce decides how you feel about it.</li>
        <li>The rim decides whether the spider behind you is a surprise.</li>
      </ol>
      <h2>What it costs</h2>
      <p>About two hundred kilobytes and no frame rate to speak of, because everything is worked out when the map is built. A small script walks every tile at six times of the day and writes a table:</p>
      <pre><code>tile 3201,2847  dawn 41  noon 78  dusk 52  night 19</code></pre>
      <p>If a number is below <code>15</code>, the script refuses the map, and one of us has to hang a lantern. There are now sixty-three lanterns in the Wealdwood. We know every one of them by name.</p>`,
  },
  {
    title: 'Why your ore is safe when the lights go out',
    category: 'Technical',
    scene: 'mine',
    daysAgo: 25,
    html: `
      <p>Last Tuesday a digger cut through a cable near our data centre. For four minutes nobody was online, including us. When the server came back, every player stood where they had stood, with every lump of ore they had mined. Here is why that was not luck.</p>
      <h2>Write first, then show</h2>
      <p>When you gain something, it is written to disk before your client is told. If the power fails in between, you never saw the ore; if it fails afterwards, you still have it. There is no moment in which both of us believe different things.</p>
      <h2>The ledger</h2>
      <p>Coins are not a number in your profile. They are the sum of a list that is only ever added to, and each entry says where the coins came from. Nobody can edit the list, and that includes the people who built it.</p>
      <h2>Practice</h2>
      <p>Once a week we pull the plug on a copy of the server, at a moment chosen by dice, while a hundred small programs play on it. Afterwards we count.</p>
      <blockquote><p>A backup that was never restored is only a rumour.</p></blockquote>
      <p>So far the count has been right every time. When it is not, you will read about it here.</p>`,
  },
  {
    title: 'Harbour Week: races, nets and one very large eel',
    category: 'Events',
    scene: 'harbour',
    daysAgo: 36,
    html: `
      <p>From Monday to Sunday the harbour belongs to everyone who smells of fish. There is something on every evening, and most of it needs no more than level 10 and dry socks.</p>
      <h2>The programme</h2>
      <ul>
        <li><strong>Monday:</strong> the Great Untangling, a race to free a hundred knotted nets.</li>
        <li><strong>Wednesday:</strong> rowing around the lighthouse, in pairs. One rows, one shouts.</li>
        <li><strong>Friday:</strong> night fishing by lantern. Whoever lands the heaviest catch names the boat.</li>
        <li><strong>Sunday:</strong> Old Marl, the eel, is let out of his cave at eight. Bring friends.</li>
      </ul>
      <h2>How to take part</h2>
      <p>All times are in the <a href="/events">events calendar</a>; mark yourself as going and you will be reminded. Gear is lent at the customs house, and nothing you lose during the week is lost for good.</p>
      <h3>About the eel</h3>
      <p>He is not a boss. He does not attack, he cannot be killed, and he has eaten the same bucket in three rehearsals. The aim is to lead him from the cave to the open sea with nothing but bait and good timing. Nobody has managed it yet, and we built him.</p>`,
  },
  {
    title: 'Ashmaw wakes',
    category: 'Game Updates',
    scene: 'dragon',
    daysAgo: 48,
    html: `
      <p>The smoke over the ash fields was never weather. Ashmaw, the first boss made for a full party, is awake and in a poor mood.</p>
      <h2>The fight</h2>
      <p>It takes three to eight players and about twelve minutes if things go well. Things rarely do. She has four phases, and each of them is announced by something you can see, never by a number on the screen.</p>
      <ol>
        <li><strong>Embers.</strong> The ground tells you where not to stand.</li>
        <li><strong>Breath.</strong> Get behind a pillar. Pillars do not last.</li>
        <li><strong>Flight.</strong> Anybody with a bow is now very popular.</li>
        <li><strong>Hunger.</strong> She goes for whoever has eaten last.</li>
      </ol>
      <h2>The hoard</h2>
      <p>Every member of the party rolls on their own table, so there is nothing to argue about. The rarest piece is a cinder crown, which does nothing at all and looks splendid.</p>
      <blockquote><p>We died eleven times, and I have not laughed as much since school.</p></blockquote>
      <p>Tests suggest Ranged 60 and Prayer 43 for a comfortable first attempt. Kills and fastest times are counted in the <a href="/hiscores">hiscores</a>.</p>`,
  },
  {
    title: 'The feast in the great hall, and what we learned from it',
    category: 'Community',
    scene: 'feast',
    daysAgo: 62,
    html: `
      <p>We had planned for eighty guests. By seven o'clock there were more than three hundred of you in a hall with four benches, and somebody had already climbed the chandelier.</p>
      <h2>Moments we will keep</h2>
      <ul>
        <li>Forty players spelling HAPPY BIRTHDAY in dropped cabbages, with one S too many.</li>
        <li>The cook-off, won by a shark pie that nobody else was allowed to taste.</li>
        <li>A level 3 newcomer asking what all this was for, and being given a full set of bronze by twelve strangers at once.</li>
      </ul>
      <h2>What we learned</h2>
      <p>The server held, the chat did not. Public messages are now grouped when more than a hundred people stand in one room, so that you can read what your neighbour says. Doors no longer close on people who stand in them. And the chandelier has collision now, for which we apologise.</p>
      <p>The next feast will have more benches. If you want to help to plan it, the thread is open in our community chat, and there is a <a href="/polls">poll</a> about the menu. Yes, cabbage is on it.</p>`,
  },
  {
    title: 'Drawing ruins: from a bad sketch to the Old Abbey',
    category: 'Behind The Scenes',
    scene: 'ruins',
    daysAgo: 81,
    html: `
      <p>Building a ruin is harder than building a house. A house only has to stand; a ruin has to have stood, and to have fallen in a way that you believe without being told.</p>
      <h2>Start with the roof</h2>
      <p>Our first sketch was a heap of stones with an arch in it, because arches look good at sunset. It felt like scenery. So we drew the abbey whole, with bells and a vegetable garden, and then decided what happened to it.</p>
      <blockquote><p>Every gap in a wall is a sentence. Somebody has to know how it ends.</p></blockquote>
      <h2>Four hundred years in an afternoon</h2>
      <ol>
        <li>The lead went first, sold by the last abbot. Without lead, the rain comes in.</li>
        <li>Rain took the beams, and the beams took the south wall with them.</li>
        <li>Farmers took the best stone. You can find it in three cottages down the hill.</li>
        <li>Ivy took the rest, and is still at it.</li>
      </ol>
      <p>None of this is written anywhere in the game. But if you follow the cut stones from the abbey to the village, you will notice that they match. Two testers found out by themselves, and that was the best day of the whole project.</p>`,
  },
  {
    title: 'A library for our words: the new website',
    category: 'Website',
    scene: 'library',
    daysAgo: 103,
    html: `
      <p>You are reading this in a new place. The old site had served us since the first test, and it showed: the news was a text file, the hiscores were a day late, and the login page had opinions about your browser.</p>
      <h2>What is new</h2>
      <ul>
        <li><strong>News</strong> with pictures, categories and a <a href="/feed.xml">feed</a> for your reader.</li>
        <li><strong>Hiscores</strong> that follow the game as it happens, with a page for every player and a comparison of any two.</li>
        <li><strong>Events</strong> that you can host, mark and put into your own calendar.</li>
        <li><strong>Polls</strong> in which every account has one vote, and the count is open to all.</li>
      </ul>
      <h2>What we took care of</h2>
      <p>It works on a phone, by keyboard and with a screen reader. It asks nothing of other companies while you read: no trackers, no fonts from elsewhere, no banner to click away. If you sign in, we keep one cookie, and it says who you are.</p>
      <h2>What comes next</h2>
      <p>A page for clans, and a better search. If something is broken or merely ugly, tell us. We would rather hear it twice than not at all.</p>`,
  },
];
