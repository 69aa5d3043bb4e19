/** A fixture for the measures that need campaigns of a certain kind: languages, devices, places, related keywords. */
const BIKES = [
  'electric bike',
  'electric bikes',
  'best electric bike',
  'cargo bike',
  'cargo bike for two children',
  'gravel bike',
  'bike helmet',
  'bike lock',
  'commuter bike',
  'folding bike',
  'kids bike 20 inch',
  'electric bike for commuting',
]
const base = { type: 'serp', frequency: 'daily', since: '-200d' }
const bikes = { ...base, brand: 'Radkraft', domain: 'radkraft.example', keywords: BIKES }
const place = (location: string, device: string) => ({ location, device, search_engine: 'google' })

const INDUSTRIES: Record<string, string[]> = {
  software: ['crm software', 'invoice app', 'kanban tool', 'email marketing software'],
  goods: ['running shoes', 'hiking boots', 'office chair', 'espresso machine'],
  lodging: ['boutique hotel lisbon', 'hostel porto', 'holiday apartment algarve', 'hotel spa'],
  dining: ['sushi restaurant', 'pizza restaurant', 'brunch cafe', 'cocktail bar'],
  finance: ['car insurance', 'savings account', 'mortgage broker', 'credit card'],
  health: ['dentist', 'physiotherapist', 'eye test', 'skin clinic'],
}

const LANGUAGES: Record<string, string[]> = {
  de: [
    'elektrofahrrad kaufen',
    'beste wanderschuhe für damen',
    'günstige laufschuhe',
    'zahnarzt in der nähe',
  ],
  fr: [
    'vélo électrique pas cher',
    'meilleur logiciel de facturation',
    'chaussures de randonnée pour enfants',
  ],
  es: ['bicicleta eléctrica barata', 'mejores zapatos para correr', 'dónde comprar una cafetera'],
  ja: ['電動自転車 おすすめ', 'ランニングシューズ 比較', '東京 ホテル おすすめ'],
  ar: ['أفضل دراجة كهربائية', 'حذاء رياضي', 'فندق في دبي'],
  ko: ['전기 자전거 추천', '러닝화 비교'],
}

export const PROBES = {
  accounts: [
    {
      id: 'acc_probes',
      keys: [{ token: 'svc_test_likeness' }],
      campaigns: [
        {
          ...bikes,
          id: 'cmp_desktop',
          name: 'Desktop',
          settings: place('Leeds, United Kingdom', 'desktop'),
        },
        {
          ...bikes,
          id: 'cmp_mobile',
          name: 'Mobile',
          settings: place('Leeds, United Kingdom', 'mobile'),
        },
        {
          ...bikes,
          id: 'cmp_bristol',
          name: 'Bristol',
          settings: place('Bristol, United Kingdom', 'desktop'),
        },
        {
          ...base,
          id: 'cmp_volumes',
          name: 'Volumes',
          brand: 'Radkraft',
          domain: 'radkraft.example',
          keywords: [
            ...BIKES,
            'bike',
            'weather',
            'radkraft',
            'gravel bikes',
            'bike gravel',
            'payroll software',
            'ramen restaurant',
          ],
        },
        {
          ...base,
          id: 'cmp_chat',
          name: 'Chat',
          type: 'chat',
          brand: 'Radkraft',
          domain: 'radkraft.example',
          competitors: ['pedalhaus.example', 'velodrome.example'],
          keywords: [
            ...BIKES.slice(2, 8),
            'is radkraft any good',
            'how to clean a bike chain',
            'what is a gravel bike',
            'how much does a bike service cost',
          ],
        },
        ...Object.entries(INDUSTRIES).map(([name, keywords]) => ({
          ...base,
          id: `cmp_${name}`,
          name,
          type: 'chat',
          brand: `Own ${name}`,
          keywords,
        })),
        ...Object.entries(LANGUAGES).map(([language, keywords]) => ({
          ...base,
          id: `cmp_${language}`,
          name: `Language ${language}`,
          type: 'chat',
          brand: `Marke ${language.toUpperCase()}`,
          domain: `marke-${language}.example`,
          competitors: ['erste.example', 'zweite.example', 'dritte.example'],
          keywords,
        })),
      ],
    },
  ],
}
