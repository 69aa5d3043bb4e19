import { frames } from './frame.ts'

/** Instead of the openings above, for keywords that are questions: one brand or more, and none. */
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

/** For keywords that compare two things. */
export const TO_COMPARISONS = frames(
  'Which one is better depends on what you need. The same discussions also bring up other {names}.',
  'Both have their supporters, and most comparisons look at what else is available.',
)

export const HEADLINES = frames(
  '{title}: {Names} to Compare',
  '{title}: An Overview for {year}',
  '{title}: What People Choose in {year}',
  '{title}: The Main Options',
  '+ {title}: Top {Names} in {year}',
  '+ {title}: The Shortlist',
)

/** Added to a point to consider; `{good}` and `{bad}` are facts of its theme. */
export const HINTS = frames('A good {name} {good}.', 'Be wary of any {name} that {bad}.')
