import { describe, expect, test } from 'vitest'
import { gerund, joinNames, sentence, titleCase, withArticle } from './grammar.ts'
import { topicOf } from './topics.ts'

describe('a topic', () => {
  test.each([
    ['crm software', 'CRM software', 'What is the best CRM software right now?'],
    ['running shoes', 'running shoes', 'What are the best running shoes right now?'],
    ['best crm', 'CRMs', 'What is the best CRM right now?'],
    ['seo tool', 'SEO tools', 'What is the best SEO tool right now?'],
    [
      'top 10 shoes for flat feet',
      'shoes for flat feet',
      'What are the best shoes for flat feet right now?',
    ],
    ['can opener', 'can openers', 'What is the best can opener right now?'],
    [
      'will writing service',
      'will writing services',
      'What is the best will writing service right now?',
    ],
    ['can i trust a vpn', 'questions such as "can I trust a VPN"', 'Can I trust a VPN?'],
    ['who is the best dentist', 'dentists', 'Who is the best dentist?'],
    ['how to choose a crm', 'choosing a CRM', 'How do I choose a CRM?'],
    ['best way to plan a trip', 'planning a trip', 'How do I plan a trip?'],
    ['where to stay in dublin', 'staying in Dublin', 'Where should I stay in Dublin?'],
    ['what is seo', 'SEO', 'What is SEO?'],
    ['which crm is best', 'CRMs', 'Which CRM is best?'],
    ['why is my crm slow', 'questions such as "why is my CRM slow"', 'Why is my CRM slow?'],
    ['buy tea online', 'buying tea online', 'Where is the best place to buy tea online?'],
    [
      'hire plumber london',
      'hiring a plumber in London',
      'Where is the best place to hire a plumber in London?',
    ],
    ['shoe store near me', 'local shoe stores', 'Which shoe stores near me can you recommend?'],
    ['coffee nearby', 'local coffee options', 'Which coffee options near me can you recommend?'],
    ['crm cost', 'CRMs at a fair price', 'How much does a CRM cost?'],
    [
      'invisible braces prices',
      'invisible braces at a fair price',
      'How much do invisible braces cost?',
    ],
    [
      'payroll software reviews',
      'payroll software',
      'Which options for payroll software have the best reviews?',
    ],
    [
      'trello vs asana',
      'alternatives to Trello and Asana',
      'Trello vs Asana: which would you choose?',
    ],
    [
      'gravel bike vs road bike',
      'gravel bikes and road bikes',
      'Gravel bike vs road bike: which would you choose?',
    ],
    ['nike', 'alternatives to Nike', 'What are the best alternatives to Nike right now?'],
    [
      'microsoft project alternative',
      'alternatives to Microsoft Project',
      'What are the best alternatives to Microsoft Project right now?',
    ],
    ['東京 ホテル', '東京 ホテル', 'What would you recommend for 東京 ホテル?'],
    [
      'zapatos para correr',
      'zapatos para correr',
      'What would you recommend for zapatos para correr?',
    ],
  ])('made of %j is about %j', (keyword, about, prompt) => {
    const topic = topicOf(keyword, 2025)

    expect(topic.about).toBe(about)
    expect(topic.prompts[0]).toBe(prompt)
  })

  test.each([
    [
      'nicest hotel in dublin',
      'nice hotels in Dublin',
      'What is the nicest hotel in Dublin right now?',
    ],
    ['the best hotel', 'hotels', 'What is the best hotel right now?'],
    ['a good hotel', 'hotels', 'What is the best hotel right now?'],
    ['best of the best hotels', 'hotels', 'What are the best hotels right now?'],
    [
      'most reliable commuter bike',
      'reliable commuter bikes',
      'What is the most reliable commuter bike right now?',
    ],
    [
      'cheapest flights to bangkok',
      'affordable flights to Bangkok',
      'What are the cheapest flights to Bangkok right now?',
    ],
    [
      'cheap car insurance',
      'affordable car insurance',
      'What is the best car insurance right now?',
    ],
    [
      'better than trello',
      'alternatives to Trello',
      'What are the best alternatives to Trello right now?',
    ],
    ['best lawyer', 'lawyers', 'Who is the best lawyer right now?'],
    ['cooler for camping', 'coolers for camping', 'What is the best cooler for camping right now?'],
    [
      'electric bike with the longest range',
      'electric bikes with the longest range',
      'Which electric bikes with the longest range would you recommend?',
    ],
    ['?', 'products and services', 'What are the best products and services right now?'],
    ['the', 'products and services', 'What are the best products and services right now?'],
    ['best', 'products and services', 'What are the best products and services right now?'],
  ])('ranks once: %j is about %j', (keyword, about, prompt) => {
    const topic = topicOf(keyword, 2025)

    expect(topic.about).toBe(about)
    expect(topic.prompts[0]).toBe(prompt)
  })

  test.each([
    ['hotels in berlin', 'hotels in Berlin'],
    ['boutique hotel dublin', 'boutique hotels in Dublin'],
    ['dublin hotel for business travel', 'Dublin hotels for business travel'],
    ['quiet hotel dublin city centre', 'quiet hotels in Dublin city centre'],
    ['hotel dublin airport parking', 'hotels at Dublin airport with parking'],
    ['plumber london emergency', 'emergency plumbers in London'],
    ['coffee subscription uk', 'coffee subscriptions in the UK'],
    ['hotel near trinity college', 'hotels near Trinity College'],
    ['bike fitting otley', 'bike fitting in Otley'],
    ['best crm 2025', 'CRMs'],
    ['kids bike 20 inch', '20-inch kids bikes'],
    ['best bike under 2000', 'bikes under 2000'],
    ['cargo bike for two children', 'cargo bikes for two children'],
    ['in dublin', 'options in Dublin'],
    ['bed and breakfast cornwall', 'bed and breakfasts in Cornwall'],
    ['running shoes women', 'running shoes for women'],
    ['dog friendly hotel', 'dog-friendly hotels'],
  ])('puts the words of %j in order: %j', (keyword, about) => {
    expect(topicOf(keyword, 2025, ['otley']).about).toBe(about)
  })

  test.each([
    'dentist open on saturday',
    'restaurants open late near me',
    'plumber emergency now',
    'things to do indoors with kids',
    'made to measure curtains',
    'train tickets paris to london',
    'hotel that allows dogs',
    'wedding venues capacity 200',
    'bitcoin price',
    'pet insurance compare',
    'sales pipeline',
    'buy now pay later',
    'my laptop is slow',
    'lose weight',
    'remote jobs',
  ])('quotes %j, whose grammar is unknown', (keyword) => {
    const { about, prompts, kind } = topicOf(keyword, 2025)

    expect(about.toLowerCase()).toBe(`"${keyword}"`)
    expect(kind).toBe('question')
    for (const prompt of prompts) expect(prompt).toContain(about)
  })

  test('quotes with the capitals of names, and without the quotes that are there', () => {
    expect(topicOf('best time to post on instagram', 2025).about).toBe(
      '"best time to post on Instagram"',
    )
    expect(topicOf('dentist "open" sunday', 2025).about).toBe('"dentist open Sunday"')
  })

  test.each([
    ['ai image generator free', 'free AI image generators'],
    ['crm free trial', 'CRM free trials'],
    ['gluten free bread', 'gluten-free bread'],
    ['best folding bike for train', 'folding bikes for trains'],
    ['hotels for couples with kids', 'hotels for couples with kids'],
    ['open source crm', 'open source CRMs'],
    ['alternatives to spreadsheets for planning', 'alternatives to spreadsheets for planning'],
  ])('reads %j as %j', (keyword, about) => {
    expect(topicOf(keyword, 2025).about).toBe(about)
  })

  test('asks for options where something is done, not chosen', () => {
    const { prompts } = topicOf('email marketing', 2025)

    expect(prompts[0]).toBe('What are the best options for email marketing right now?')
    expect(prompts.filter((it) => /best email|I need email|looking for email/.test(it))).toEqual([])
  })

  test('asks for no budget where there is nothing to pay', () => {
    const { prompts } = topicOf('electric bike test ride leeds', 2025)

    expect(prompts.filter((it) => it.includes('budget'))).toEqual([])
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

  test.each([
    ['choose', 'choosing'],
    ['plan', 'planning'],
    ['buy', 'buying'],
    ['fix', 'fixing'],
    ['repair', 'repairing'],
    ['see', 'seeing'],
    ['tie', 'tying'],
  ])('the "-ing" form of %j is %j', (verb, expected) => {
    expect(gerund(verb)).toBe(expected)
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
