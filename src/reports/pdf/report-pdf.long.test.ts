import { describe, test } from 'vitest'
import { expectDrawn, expectWholeTables } from '../../../test/support/records/drawn-reports.ts'

// `npm test` tries two lengths and three scripts.
describe('the PDF of a report', () => {
  test.each([9, 10, 11, 12, 13, 14, 15, 18, 19])(
    'leaves no line of a table alone on a page, with %i keywords',
    expectWholeTables,
  )

  test.each([
    ['Chinese', '购买跑鞋', '北京店'],
    ['Korean', '서울 여행', '한국'],
    ['Hebrew', 'נעלי ריצה, iPhone 15', 'נעלי כוכב'],
    ['Thai', 'รองเท้าวิ่งที่ดีที่สุด', 'รองเท้าดี'],
    ['Hindi', 'सर्वश्रेष्ठ जूते', 'क्षत्रिय'],
  ])('draws %s in its own characters', (_, keyword, brand) => expectDrawn(keyword, brand))
})
