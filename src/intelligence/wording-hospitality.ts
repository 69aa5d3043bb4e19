import type { Wording } from './wording.ts'

export const LODGING: Wording = {
  names: ['name', 'names'],
  people: 'guests',
  themes: {
    location: {
      praise: ['a convenient location', 'easy access to public transport'],
      complaint: ['a location away from the main sights', 'limited transport links nearby'],
    },
    rooms: {
      praise: ['comfortable beds', 'spacious rooms'],
      complaint: ['small rooms', 'rooms in need of an update'],
    },
    cleanliness: {
      praise: ['high standards of cleanliness', 'careful housekeeping'],
      complaint: ['uneven housekeeping', 'lapses in cleanliness'],
    },
    staff: {
      praise: ['friendly staff', 'a warm welcome'],
      complaint: ['an understaffed front desk', 'indifferent service'],
    },
    breakfast: {
      praise: ['a generous breakfast', 'a good breakfast with local products'],
      complaint: ['a limited breakfast', 'a crowded breakfast area'],
    },
    noise: {
      praise: ['quiet nights', 'good soundproofing'],
      complaint: ['thin walls', 'street noise at night'],
    },
    price: {
      praise: ['fair rates', 'good value for the area'],
      complaint: ['rates that rise sharply at weekends', 'extra charges at checkout'],
    },
    arrival: {
      praise: ['a smooth check-in', 'flexible arrival times'],
      complaint: ['long waits at check-in', 'a late check-in time'],
    },
    facilities: {
      praise: ['well-kept facilities', 'reliable Wi-Fi'],
      complaint: ['dated facilities', 'patchy Wi-Fi'],
    },
    terms: {
      praise: ['flexible cancellation', 'easy changes to bookings'],
      complaint: ['strict cancellation terms', 'slow refunds after cancellations'],
    },
    atmosphere: {
      praise: ['a relaxed atmosphere', 'plenty of character'],
      complaint: ['an impersonal atmosphere', 'a decor that feels tired'],
    },
  },
  audiences: [
    { text: 'couples', theme: 'atmosphere' },
    { text: 'families', theme: 'rooms' },
    { text: 'business travelers', theme: 'facilities' },
    { text: 'travelers on a budget', theme: 'price' },
    { text: 'weekend visitors', theme: 'location' },
    { text: 'light sleepers', theme: 'noise' },
  ],
  suffixes: ['House', 'Rooms', 'Hotel', 'Residence', 'Inn', 'Suites'],
}

export const TRAVEL: Wording = {
  names: ['company', 'companies'],
  people: 'travelers',
  themes: {
    itinerary: {
      praise: ['well-planned itineraries', 'a sensible pace'],
      complaint: ['itineraries with little free time', 'a rushed pace'],
    },
    guides: {
      praise: ['knowledgeable local guides', 'good advice on the ground'],
      complaint: ['guides of uneven quality', 'little help on the ground'],
    },
    price: {
      praise: ['clear, all-inclusive prices', 'good value for the money'],
      complaint: ['extras that add up', 'prices that rise close to departure'],
    },
    booking: {
      praise: ['easy online booking', 'clear booking documents'],
      complaint: ['a clumsy booking process', 'booking documents that arrive late'],
    },
    support: {
      praise: ['quick help when plans change', 'a helpful phone line'],
      complaint: ['slow answers when plans change', 'a phone line that is often busy'],
    },
    terms: {
      praise: ['flexible cancellation', 'prompt refunds'],
      complaint: ['strict cancellation terms', 'slow refunds'],
    },
    choice: {
      praise: ['a wide choice of destinations', 'departure dates all year round'],
      complaint: ['few departure dates', 'a narrow choice of destinations'],
    },
    accommodation: {
      praise: ['carefully chosen accommodation', 'comfortable accommodation'],
      complaint: ['accommodation that varies in quality', 'basic accommodation'],
    },
    information: {
      praise: ['thorough travel information', 'honest trip descriptions'],
      complaint: ['trip descriptions that promise too much', 'thin travel information'],
    },
  },
  audiences: [
    { text: 'first-time visitors', theme: 'information' },
    { text: 'people who like to travel at their own pace', theme: 'itinerary' },
    { text: 'travelers on a budget', theme: 'price' },
    { text: 'people who want everything arranged', theme: 'booking' },
    { text: 'travelers who need flexibility', theme: 'terms' },
  ],
  suffixes: ['Travel', 'Journeys', 'Tours', 'Holidays', 'Escapes'],
}

/** Flights, trains, transfers and car hire. */
export const TRANSPORT: Wording = {
  names: ['company', 'companies'],
  people: 'travelers',
  themes: {
    price: {
      praise: ['competitive prices', 'prices without hidden fees'],
      complaint: ['fees that are easy to overlook', 'prices that change by the hour'],
    },
    reliability: {
      praise: ['good reliability', 'few cancellations'],
      complaint: ['frequent delays', 'last-minute changes'],
    },
    booking: {
      praise: ['easy online booking', 'a clear booking page'],
      complaint: ['a booking page full of add-ons', 'a clumsy booking process'],
    },
    support: {
      praise: ['quick help when plans change', 'staff who solve problems'],
      complaint: ['slow answers when plans change', 'hotlines that are hard to reach'],
    },
    terms: {
      praise: ['flexible tickets and bookings', 'prompt refunds'],
      complaint: ['strict change rules', 'slow refunds'],
    },
    choice: {
      praise: ['a wide choice of times', 'good coverage'],
      complaint: ['few choices at peak times', 'limited coverage outside large cities'],
    },
    comfort: {
      praise: ['good comfort', 'clean, modern vehicles'],
      complaint: ['basic comfort', 'an aging fleet'],
    },
    pickup: {
      praise: ['quick check-in', 'short queues'],
      complaint: ['long queues', 'slow check-in'],
    },
  },
  audiences: [
    { text: 'travelers on a budget', theme: 'price' },
    { text: 'frequent travelers', theme: 'comfort' },
    { text: 'people with flexible dates', theme: 'terms' },
    { text: 'families', theme: 'comfort' },
  ],
  suffixes: ['Travel', 'Express', 'Lines', 'Mobility', 'Go'],
}

export const DINING: Wording = {
  names: ['name', 'names'],
  people: 'guests',
  themes: {
    food: {
      praise: ['carefully cooked dishes', 'full flavors'],
      complaint: ['dishes of uneven quality', 'bland flavors'],
    },
    service: {
      praise: ['attentive service', 'friendly staff'],
      complaint: ['distracted service', 'brusque staff'],
    },
    atmosphere: {
      praise: ['a relaxed atmosphere', 'a lovely setting'],
      complaint: ['a noisy dining room', 'cramped tables'],
    },
    price: {
      praise: ['fair prices', 'a good-value lunch'],
      complaint: ['prices on the high side', 'extras that push up the bill'],
    },
    portions: {
      praise: ['generous portions', 'well-judged portions'],
      complaint: ['small portions', 'portions that vary from visit to visit'],
    },
    waiting: {
      praise: ['short waiting times', 'dishes that arrive quickly'],
      complaint: ['long waits at busy times', 'a slow kitchen at weekends'],
    },
    booking: {
      praise: ['easy reservations', 'tables at short notice'],
      complaint: ['tables that are hard to book', 'a strict reservation policy'],
    },
    menu: {
      praise: ['a varied menu', 'good vegetarian options'],
      complaint: ['a menu that rarely changes', 'few vegetarian options'],
    },
    drinks: {
      praise: ['a well-chosen list of drinks', 'excellent coffee'],
      complaint: ['a short list of drinks', 'overpriced drinks'],
    },
  },
  audiences: [
    { text: 'couples', theme: 'atmosphere' },
    { text: 'larger groups', theme: 'booking' },
    { text: 'families', theme: 'menu' },
    { text: 'people in a hurry', theme: 'waiting' },
  ],
  suffixes: ['Kitchen', 'Table', 'Bistro', 'Room', 'Corner', '& Sons'],
}
