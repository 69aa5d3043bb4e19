import type { Sentiment } from '../../records.ts'
import { listsOf } from '../lists.ts'
import { type Frame, frames } from './frame.ts'

/* Sentences that all platforms say. */

/** Openings for keywords that are questions, about one brand or more, and none: instead of those of the platform. */
export const TO_QUESTIONS = {
  brands: frames(
    'It depends on your situation, but this is where most people look.',
    'There is more than one way to go about it, and a few {names} come up in most answers.',
    'Start with your own requirements and then compare what is out there.',
    'There is no one-size-fits-all answer, but these {names} are a reasonable place to start.',
    'The details depend on your situation. For most people, the choice comes down to a few {names}.',
    'Most guides recommend comparing a few {names} before you start.',
  ),
  none: frames(
    'It depends on your situation. If you are comparing {names} for it, these points matter most:',
    'There is more than one way to go about it. Whichever {name} you consider, check this first:',
  ),
}

/** Openings for keywords that compare two things. */
export const TO_COMPARISONS = frames(
  'Which one is better depends on what you need. The same discussions also bring up other {names}.',
  'Both have their supporters, and most comparisons look at what else is available.',
)

/** Answers to questions for knowledge, by their form, the first that matches: an opening, then points. */
export const INFORMATION: readonly {
  form: RegExp
  openings: readonly Frame[]
  points: readonly string[]
}[] = [
  {
    form: /\b(?:cost|costs|much|prices?|pay)\b/i,
    openings: frames(
      'It depends on the details, but prices for {about} fall into a few groups as of {year}:',
      'Most people pay within a fairly narrow range. For {about} this is what to expect in {year}:',
    ),
    points: [
      '**Simple cases:** from {price}.',
      '**Most people:** two to three times as much, with everything that is usually included.',
      '**Special wishes:** more, and worth a written quote from at least 2 {names}.',
      '**Extras:** ask about delivery, taxes and anything that is billed by the hour.',
    ],
  },
  {
    form: /^how\b/i,
    openings: frames(
      'Here is how most people go about {about}, step by step:',
      'There is more than one way, but these steps work for most people who ask about {about}:',
    ),
    points: [
      'Find out what you have, and write down what you want to reach.',
      'Gather what you need, and set aside 30 to 60 minutes for the first time.',
      'Read the instructions of the maker, because details differ.',
      'Work step by step, and check the result after each one.',
      'Note what worked, so that the next time takes half as long.',
    ],
  },
  {
    form: /./,
    openings: frames(
      'In short, {about} means different things to different people. These are the main points:',
      'There are a few things to know about {about}:',
    ),
    points: [
      '**What it is:** something that people compare by purpose, price and quality.',
      '**Who it is for:** mostly people who need it more than 2 or 3 times a month.',
      '**What to look at:** the total price, the reviews of the last 12 months, and the terms.',
      '**What to avoid:** offers that do not say what is included.',
    ],
  },
]

const USUAL_DETAILS = [
  'Prices start at {price}.',
  'In {month}, it has {rating} out of 5 stars from {reviews} reviews.',
  'It is rated {rating} out of 5 in {reviews} reviews.',
  '{reviews} {people} rate it {rating} out of 5 on average.',
  'With {reviews} reviews, it averages {rating} out of 5, and prices start at {price}.',
]

/** Figures about a brand, as `details.ts` has them. */
export const DETAILS = {
  usual: frames(...USUAL_DETAILS),
  goods: frames(
    ...USUAL_DETAILS,
    'The {model} is the best-known model, with {reviews} reviews so far.',
  ),
  negative: frames(
    'This comes up in several reviews of {month}.',
    'In {month}, several {people} mentioned it in reviews.',
  ),
}

/** Added to a point to consider; `{good}` and `{bad}` are facts of its theme. */
export const HINTS = frames('A good {name} {good}.', 'Be wary of any {name} that {bad}.')

/** Remarks about a brand. `{fact}` is a fact of `themes.ts`, which follows "it"; `{Fact}` stands for itself. */
interface Remarks {
  /** Whole sentences. */
  sentences: readonly Frame[]
  /** After the name of the brand in a list. */
  labels: readonly Frame[]
  /** A second fact; never the first sentence. */
  more: readonly Frame[]
  /** Where all facts about the brand are used for others. */
  bare: readonly Frame[]
}

function remarks(text: string): Remarks {
  const lists = Object.entries(listsOf(text)).map(([name, list]) => [name, frames(...list)])
  return Object.fromEntries(lists)
}

export const REMARKS: Record<Sentiment, Remarks> = {
  positive: remarks(`
sentences: {brand} {fact}. | {brand} {fact}. | {brand} is a good match for {audience}. It {fact}. | For {audience}, {brand} is a strong pick because it {fact}. | What {people} like most about {brand} is that it {fact}. | {brand} gets consistently good reviews. It {fact}. | Many {people} recommend {brand} because it {fact}. | {brand} is an easy one to recommend: it {fact}. | I'd recommend {brand} to {audience}, mainly because it {fact}. | 1 {brand} is the one most {people} mention first, and for good reason: it {fact}. | 1 {brand} comes out ahead in most comparisons. It {fact}. | 1 I'd start with {brand}, because it {fact}. | 2 {brand} is also well worth a look, since it {fact}. | 2 Do not overlook {brand}, which {fact}. | 2 {brand} is a strong alternative that {fact}.
labels: {Fact}. | {Fact}. | Best for {audience}. {Fact}. | A great fit for {audience}. {Fact}. | Well reviewed. It {fact}. | A favorite with {audience}, because it {fact}. | 1 The one most {people} mention first. {Fact}. | 2 A strong alternative that {fact}.
more: It {also}. | It {also}. | Another plus: it {fact}. | Reviews also mention that it {fact}.
bare: {brand} is recommended often, too. | {brand} gets good reviews as well.
`),
  neutral: remarks(`
sentences: {brand} {fact}. | {brand} {fact}. | {brand} is a middle-of-the-road choice. It {fact}. | {brand} gets neither raves nor complaints. It {fact}. | {brand} sits somewhere in the middle. It {fact}. | {brand} is one to compare rather than one to pick blindly. It {fact}. | {brand} does the job without standing out. It {fact}. | As for {brand}, it {fact}. | I'd call {brand} a reasonable option. It {fact}. | 2 {brand} comes up regularly too. It {fact}. | 2 {brand} is another name you will see. It {fact}. | 1 {brand} is the best-known name here. It {fact}.
labels: {Fact}. | {Fact}. | Somewhere in the middle. It {fact}. | Middle of the road. It {fact}. | Worth comparing. It {fact}. | Neither raves nor complaints. It {fact}. | Solid but unremarkable. It {fact}. | 1 The best-known name here. It {fact}.
more: It {also}. | Apart from that, it {fact}. | Reviews say that it {fact}.
bare: {brand} comes up in comparisons, too. | {brand} is another name to know.
`),
  negative: remarks(`
sentences: {brand} {fact}. | {brand} {fact}. | {brand} is widely known, but it {fact}. | Be careful with {brand}: it {fact}. | {brand} is harder to recommend at the moment. It {fact}. | A number of {people} warn that {brand} {fact}. | {brand} has its critics: it {fact}. | Before you choose {brand}, read recent reviews: it {fact}. | The main complaint about {brand} is that it {fact}. | I'd think twice about {brand}, because it {fact}. | 1 {brand} is hard to miss, but it {fact}. | 2 {brand} gets weaker reviews than most. It {fact}. | 2 {brand} comes with a warning: it {fact}.
labels: {Fact}. | Well known, but it {fact}. | Check recent reviews first. It {fact}. | Harder to recommend right now. It {fact}. | Some drawbacks to know about. It {fact}. | Divides {people}, mostly because it {fact}. | 2 Weaker reviews than most. It {fact}.
more: It {also}. | On top of that, it {fact}. | Some {people} add that it {fact}.
bare: {brand} gets weaker reviews than the others. | Opinions about {brand} have become worse.
`),
}
