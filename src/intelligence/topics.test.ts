import { describe, expect, test } from 'vitest'
import { joinNames, sentence, titleCase, withArticle } from './grammar.ts'
import { topicOf } from './topics.ts'

describe('a topic', () => {
  test.each([
    ['crm software', 'CRM software', 'What is the best CRM software right now?'],
    ['running shoes', 'running shoes', 'What are the best running shoes right now?'],
    ['best crm', 'a CRM', 'What is the best CRM right now?'],
    ['seo tool', 'an SEO tool', 'What is the best SEO tool right now?'],
    [
      'sales pipeline',
      'sales pipeline options',
      'What are the best sales pipeline options right now?',
    ],
    [
      'top 10 shoes for flat feet',
      'shoes for flat feet',
      'What are the best shoes for flat feet right now?',
    ],
    ['how to choose a crm', 'anyone wondering how to choose a CRM', 'How do I choose a CRM?'],
    ['what is seo', 'anyone wondering what is SEO', 'What is SEO?'],
    [
      'buy tea online',
      'anyone looking to buy tea online',
      'Where is the best place to buy tea online?',
    ],
    ['shoe store near me', 'local shoe stores', 'Which shoe stores near me can you recommend?'],
    ['coffee nearby', 'local coffee options', 'Which coffee options near me can you recommend?'],
    ['crm cost', 'anyone comparing prices for a CRM', 'How much does a CRM cost?'],
    [
      'trello vs asana',
      'anyone weighing up trello vs asana',
      'Trello vs asana: which would you choose?',
    ],
    ['東京 ホテル', '東京 ホテル', 'What is the best 東京 ホテル right now?'],
  ])('made of %j is about %j', (keyword, about, prompt) => {
    const topic = topicOf(keyword, 2025)

    expect(topic.about).toBe(about)
    expect(topic.prompts[0]).toBe(prompt)
  })

  test('has the year of the question in its headline', () => {
    expect(topicOf('crm software', 2024).article).toBe('CRM Software: The Best Options of 2024')
    expect(topicOf('how to choose a crm', 2024).article).toBe(
      'How to Choose a CRM: A Practical Guide',
    )
  })
})

describe('grammar', () => {
  test.each([
    ['SEO tool', 'an SEO tool'],
    ['CRM', 'a CRM'],
    ['VPN', 'a VPN'],
    ['HR system', 'an HR system'],
    ['USB cable', 'a USB cable'],
    ['unified inbox', 'a unified inbox'],
    ['uninsured loan', 'an uninsured loan'],
    ['hourly plan', 'an hourly plan'],
    ['one-way ticket', 'a one-way ticket'],
    ['editor', 'an editor'],
  ])('%j becomes %j', (phrase, expected) => {
    expect(withArticle(phrase)).toBe(expected)
  })

  test('names are joined, titles capitalized and sentences closed once', () => {
    expect(joinNames(['A'])).toBe('A')
    expect(joinNames(['A', 'B'])).toBe('A and B')
    expect(joinNames(['A', 'B', 'C'])).toBe('A, B, and C')
    expect(titleCase('the art of SEO for small shops')).toBe('The Art of SEO for Small Shops')
    expect(sentence('Ask Yahoo!')).toBe('Ask Yahoo!')
    expect(sentence('Ask us')).toBe('Ask us.')
  })
})
