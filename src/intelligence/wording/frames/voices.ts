import { listsOf } from '../lists.ts'
import { frames, type Voice } from './frame.ts'

/** What a platform says: a line for each list, with a stroke between its sentences (`Voice` says when it says them). */
function voice(manner: Pick<Voice, 'spoken' | 'cites' | 'layouts' | 'label'>, text: string): Voice {
  const { tips, ...lists } = listsOf(text)
  const said = Object.entries(lists).map(([name, list]) => [name, frames(...list)])
  return { ...manner, tips, ...Object.fromEntries(said) }
}

/** Assistants say "I", advise and ask back; the others sum up web pages, and some mark sentences with the numbers of their sources. */
export const VOICES: Readonly<Record<string, Voice>> = {
  ChatGPT: voice(
    {
      spoken: true,
      cites: false,
      layouts: ['numbered', 'numbered', 'bullets', 'paragraphs'],
      label: 'dash',
    },
    `
lists: + Here are the {names} I'd look at first: | + These are strong options for {about} in {year}: | + There are a few good choices here. My shortlist for {about}: | Here are the {names} people compare most often for {about}: | It depends on your budget and priorities, but these {names} come up most often: | Here is a quick overview of the main {names} for {about}: | A handful of {names} come up again and again for {about}. Here is how they compare: | These are the {names} I see mentioned most, with what {people} say about each: | Here is how the main {names} compare as of {year}:
named: + For {about}, I would start with {list}, in that order. | For {about}, {list} come up most often. | Most people who look into {about} end up comparing {list} with each other. | The usual answers here are {list}, and they differ more than you might expect.
single: + For {about}, there is one {name} I would look at first. | There is one {name} that comes up regularly for {about}. | Without more details I can point to one {name} here.
none: There is no single best answer for {about}. These are the points I would compare: | I would rather not name one {name} without knowing more, but here is what to look for: | The right choice depends on your situation. Before you look at specific {names}, check these points: | It helps to decide what matters to you before you compare {names}:
tips: How to choose | What to check before you decide | Quick tips
closings: If you tell me your budget and priorities, I can narrow this down. | Let me know what matters most to you, and I can go into more detail. | * Would you like a side-by-side comparison of any two of these? | Prices and terms change often, so check the latest details before you decide. | * If you share what you've tried so far, I can say which of these comes closest. | I can also put together a short checklist if that would help.
`,
  ),
  Gemini: voice(
    {
      spoken: true,
      cites: false,
      layouts: ['bullets', 'bullets', 'numbered', 'paragraphs'],
      label: 'colon',
    },
    `
lists: + When it comes to {about}, a few {names} stand out. Here's a breakdown: | + Here are some of the top-rated {names} for {about}: | Here's a look at some well-known {names} for {about}: | There are several {names} to consider, each with its own strengths and weaknesses: | The best option depends on your needs. Here are some popular {names} to compare: | Here's an overview of the {names} people ask about most in {year}: | Let's break down the main {names} for {about}:
named: + When it comes to {about}, {list} are among the most popular choices. | Some of the best-known {names} for {about} are {list}, each with a different focus. | If you are looking into {about}, you will likely come across {list} first.
single: + One {name} stands out for {about}. | There is one well-known {name} to consider for {about}. | Here's one {name} that may fit what you are looking for.
none: Choosing well takes a bit of research. Here's what to consider for {about}: | There are many {names} out there, and the best one depends on your needs. Key factors include: | Here's a breakdown of what to look for:
tips: Things to consider | Tips for choosing | Before you decide
closings: The best choice depends on your budget and on what you need most. | It is a good idea to compare recent reviews before you choose. | Would you like more detail on any of these points? | Keep in mind that individual experiences can vary. | * To help me narrow it down, which of these sounds closest to what you need?
`,
  ),
  Claude: voice(
    {
      spoken: true,
      cites: false,
      layouts: ['paragraphs', 'prose', 'bullets', 'paragraphs'],
      label: 'none',
    },
    `
lists: + It depends on what matters most to you, but these are the {names} I would consider for {about}: | + A reasonable shortlist for {about}: | There is no single right answer for {about}. These are the {names} I see discussed most: | A fair comparison for {about} would include these {names}: | Here are the main {names}, with the caveat that my information may be out of date:
named: + If I had to put together a shortlist for {about}, it would be {list}, in that order. | + I would consider {list} here, and the order reflects how confident I am. | There is no single right answer for {about}, but {list} are the {names} I would compare. | The {names} I see discussed most are {list}, for somewhat different reasons. | For {about}, people tend to weigh up {list} before anything else.
single: + Without knowing more about your needs, I would start with one {name}. | One {name} comes up often for {about}, though it is not the only one. | I can only speak to one {name} here with some confidence.
none: I do not want to push you toward a specific {name} without knowing more. For {about}, I would think about the following: | This depends on your circumstances more than on any ranking. A few things worth checking: | Rather than list {names}, let me suggest how to compare them:
tips: A few things to weigh | What I would check | Worth checking
closings: I would verify prices and recent reviews, since my information may be out of date. | If you can share a little more about your situation, I can be more specific. | What matters most to you here? That would change my answer. | * None of these is right for everyone, so a trial or a second opinion is worth the time.
`,
  ),
  Grok: voice(
    { spoken: true, cites: false, layouts: ['prose', 'numbered', 'bullets'], label: 'dash' },
    `
lists: + Short version: these are the {names} people keep recommending. | + Plenty of hype around {about}, but these actually hold up: | The usual suspects for {about}: | Ask ten people about {about} and you will hear the same {names}: | No fluff, here is where the main {names} stand in {year}: | Here's what people actually say about the main {names}:
named: + Short version: for {about}, look at {list} and you are mostly done. | Short version: for {about}, people mostly talk about {list} right now. | Scroll through recent posts on {about} and you will see {list} everywhere.
single: + Short version: one {name} keeps getting recommended. | One {name} gets most of the chatter about {about}. | Honestly, one {name} dominates this conversation.
none: Honest answer: it depends. Skip the rankings and check these first: | Nobody agrees on the best {name} for {about}. What actually matters: | Hot takes aside, this is what separates good {names} from bad ones:
tips: Quick checks | What actually matters | Before you spend money
closings: Check recent user posts before you commit. | Your mileage may vary. | Opinions are loud on this one, so take them with a grain of salt. | Tell me your budget and I will be more blunt.
`,
  ),
  Perplexity: voice(
    {
      spoken: false,
      cites: true,
      layouts: ['bullets', 'bullets', 'prose', 'paragraphs'],
      label: 'none',
    },
    `
lists: + Recent reviews rate these {names} highest for {about}: | + Several {names} are recommended for {about}: | The {names} discussed most in recent sources on {about}: | Based on current comparisons, these {names} come up most often: | Sources differ on the details, but the same {names} appear in most of them: | Recent comparisons for {about} cover the following {names}: | Coverage in {year} centers on a few {names}:
named: + Reviewers most often recommend {list} for {about}. | For {about}, sources mention {list} most often. | Recent comparisons cover {list} in the most detail. | Coverage of {about} centers on {list}, with some disagreement between sources.
single: + One {name} is recommended consistently for {about}. | Most of the sources on {about} discuss a single {name}. | Recent sources mention one {name} in particular.
none: The sources on {about} do not agree on a single {name}. They do agree on what to check: | Guides on {about} focus on criteria rather than on specific {names}: | No single {name} stands out in the sources. The points they raise most often:
tips: Key criteria | What the sources suggest checking | Factors to compare
closings: User reviews are broadly in line with this summary. | The sources are fairly recent, but details may have changed since they were published. | * The ranking varies between sources, so it is worth reading more than one. | Overall, the choice depends on individual priorities.
`,
  ),
  Copilot: voice(
    {
      spoken: true,
      cites: true,
      layouts: ['numbered', 'bullets', 'bullets', 'prose'],
      label: 'dash',
    },
    `
lists: + Based on what I found, these are popular picks for {about}: | + I found several good {names} for {about}: | Here's what I found about {about}: | Several pages I checked compare the same {names}: | Here is a quick comparison of the {names} mentioned most often in {year}: | These {names} get most of the attention for {about}:
named: + Based on what I found, {list} are popular picks for {about}. | Based on what I found, {list} are mentioned most often. | Several pages on {about} compare {list} directly.
single: + Based on what I found, one {name} is a popular pick for {about}. | One {name} shows up in several recent articles on {about}. | I found one {name} that is mentioned more than once.
none: I didn't find one {name} that every source agrees on. Here's what they suggest you look for: | Here's what to keep in mind for {about}: | Based on what I found, these points matter most:
tips: Good to know | What to look for | Before you choose
closings: * Would you like a side-by-side comparison? | Would you like me to look for recent reviews? | Shall I check current prices for you? | Is there a feature or a budget I should focus on? | Do you want me to narrow this down by location or price?
`,
  ),
  'Google AI Overviews': voice(
    { spoken: false, cites: true, layouts: ['bullets', 'bullets', 'prose'], label: 'colon' },
    `
lists: + Popular choices for {about} include the following {names}: | + Top-rated {names}, based on expert reviews and customer ratings, include: | Frequently compared {names} for {about} include: | Several {names} are commonly mentioned for {about}, and the best one depends on your needs: | Online reviews in {year} most often discuss these {names}: | Key {names} to compare:
named: + Popular choices for {about} include {list}, based on expert reviews and customer ratings. | Frequently compared {names} for {about} include {list}, among others. | Searches for {about} often lead to {list}, which differ in price and focus.
single: + One {name} for {about} stands out in recent reviews. | One {name} is frequently mentioned in articles on {about}. | Online sources on {about} commonly refer to one {name}.
none: The best option for {about} depends on your needs. Key factors to consider include: | To choose well, compare {names} on the following points: | Experts suggest comparing several {names} before deciding:
tips: Key considerations | How to choose | Factors to consider
closings: Details vary by location and may change. | Experiences differ, so recent reviews are worth a look. | Check the official websites for current prices and availability.
`,
  ),
}
