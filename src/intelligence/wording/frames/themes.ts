import type { Sentiment } from '../../records.ts'
import type { Kind } from '../kinds.ts'

/** One thing that matters in a kind of business. An answer uses it once, so that it cannot contradict itself. */
export interface Theme extends Record<Sentiment, string> {
  /** The thing, and what to do about it before a decision. */
  label: string
  advice: string
  /** Who cares most. */
  audience: string
  /** The facts about a brand as additions: "also has", "is also". */
  also: Readonly<Record<Sentiment, string>>
}

/**
 * A line for each theme: "label: advice | audience | positive | neutral | negative". The last three are facts about
 * a brand, which follow "it" and contain no colon or dash.
 */
const TABLES: Record<Kind, string> = {
  software: `
Pricing: work out what you would pay if your team doubled | small teams | keeps pricing simple, with one fee per seat and a usable free plan | is priced like most of its rivals, with some features kept for the higher plans | gets expensive quickly once you add seats
Setup: check how long it takes to move your existing data over | teams without technical staff | takes an afternoon to set up and imports existing data without much fuss | takes a week or two to set up, which is about normal for the category | needs far more configuration than the sales pages suggest
Ease of use: let the people who will work with it every day try it first | first-time users | has a clean interface that new colleagues pick up within a day | has an interface that is functional but not exciting | has become cluttered, with too many clicks for simple tasks
Integrations: list the tools you already use and check each connection | companies with many tools | connects to almost everything a typical office already uses | offers the common integrations but leaves the rest to third-party connectors | has integrations that break often and are slow to be fixed
Reporting: ask to see a real report, not a screenshot | managers who live in dashboards | offers clear reports that are easy to share with people outside the team | offers decent standard reports but few ways to customize them | hides even basic reports behind the most expensive plan
Support: send a question before you buy and time the answer | teams that want quick answers | answers support requests within hours, usually with a real solution | offers solid documentation, while live support depends on the plan | can take days to answer a support ticket
Performance: test it with as much data as you will have in a year | larger companies | stays fast even with years of data in it | performs well for small accounts and noticeably slower for large ones | slows down badly once there is a lot of data in it
Mobile app: try the features you need on a phone | people who work on the road | has a mobile app that covers nearly everything the desktop version does | has a mobile app that is fine for looking things up but not for real work | has a dated mobile app that crashes more than it should
Updates: read the change log of the last six months | fast-growing businesses | ships useful updates every few weeks without breaking what works | ships small updates regularly and bigger changes about once a year | has shipped little of substance over the past year
Security: ask about single sign-on, backups, and where data is stored | companies in regulated industries | includes single sign-on and detailed access rights on every plan | covers the usual security certifications, with single sign-on as an extra | had an outage recently and was slow to explain it
Automation: write down the three tasks you most want to get rid of | busy operations teams | automates repetitive steps without any code | automates simple steps, while anything complex needs workarounds | has automation rules that are hard to set up and harder to debug
Contract: check the notice period and whether you can export everything | cautious buyers | lets you pay monthly, cancel any time, and export all your data | gives a good discount for annual contracts and little flexibility otherwise | makes it hard to cancel and to get your data out
`,
  goods: `
Build quality: look for long-term reviews, not first impressions | everyday users | is solidly built and still feels that way after years of use | is built well for the price, with a few cheaper parts here and there | has had durability problems in long-term tests
Price: compare the full price with delivery and accessories | shoppers on a budget | offers more for the money than most of its rivals | is priced in the middle of the market and rarely on sale | costs noticeably more than comparable products
Warranty: read what is excluded and who pays for shipping | people who buy for the long term | backs its products with a long warranty and honors it without arguments | offers the standard two-year warranty | makes warranty claims slow and complicated
Delivery: check delivery times for your area | shoppers in a hurry | usually delivers within two days and keeps customers informed | delivers within about a week, depending on the model | often ships later than promised
Returns: find out how long you can return a used item | first-time buyers | takes returns for 60 days and refunds quickly | accepts returns within the usual 30 days, in original packaging | takes weeks to refund returned orders
Choice: decide which two or three features you need | people with specific needs | has a wide range with a sensible option at every price | has a small range that covers the common needs | often has its most popular models out of stock
Customer service: call them once before you order | beginners | has knowledgeable staff who help you choose the right model | answers questions by email, though not always on the same day | is hard to reach once something goes wrong
Everyday use: try it in person if you can | people who use it every day | is well thought out, down to the small details | takes a little getting used to | is less practical in everyday use than it looks
Repairs: ask what happens when something wears out | people who keep things for years | repairs its products at a fair price instead of replacing them | offers repairs through selected partners only | offers hardly any repairs, so small defects become expensive
Design: look at real photos from customers | style-conscious buyers | looks good without drawing attention to itself | has a plain design that some like and others find dull | looks better in photos than in real life
Sustainability: look for independent labels rather than claims | eco-conscious households | uses recycled materials and publishes where its products are made | has started to use recycled materials in some of its range | makes green claims that independent tests do not support
Test results: compare at least two independent tests | people who read every review | does well in independent tests year after year | does neither well nor badly in independent tests | came near the bottom of several recent tests
`,
  food: `
Flavor: order the smallest size first | demanding tasters | tastes excellent, with flavors that are clear and well balanced | tastes good if not memorable | has changed its recipe for the worse
Freshness: check the best-before date on arrival | people who cook every day | arrives fresh and with plenty of time before the best-before date | is reliably fresh in stores and less so when delivered | arrives too close to its best-before date
Ingredients: read the label, above all the first three items | health-conscious households | keeps its ingredient list short and free of additives | uses mostly natural ingredients, with some added sugar | relies on more additives than its packaging suggests
Price: compare the price per portion | households on a budget | costs less per portion than most comparable brands | costs about the same as other brands of its class | has become expensive for what you get
Delivery: ask what happens if a delivery fails | busy households | delivers on time and in well-cooled boxes | delivers on fixed days, which suits some households better than others | has recurring problems with late or incomplete deliveries
Packaging: find out whether the packaging can be recycled where you live | people who want less waste | comes in plastic-free packaging that can be recycled | uses recyclable cardboard with a plastic liner | uses far more packaging than it needs
Choice: see how often the range changes | curious tasters | changes its selection every month and keeps it interesting | has a solid core range and a few seasonal specials | has a narrow range that rarely changes
Origin: look for the name of the producer or the region | people who care where food comes from | names the producers it works with and visits them regularly | states the country of origin but not the producer | stays vague about where its ingredients come from
Special diets: check allergens and labels | people with allergies | labels allergens clearly and caters to most special diets | caters to some special diets but not to all | is careless with allergen information
Subscription: make sure you can skip or cancel online | people who hate shopping | lets you skip, change, or cancel a subscription in a few clicks | offers a subscription discount, with changes possible once a month | makes its subscription hard to cancel
Consistency: read reviews from different months | creatures of habit | tastes the same every time you order | varies a little from batch to batch, as small producers do | varies too much from one order to the next
Customer service: look at how complaints are answered | first-time customers | replaces anything that arrives damaged without discussion | answers complaints politely but slowly | is slow to refund damaged orders
`,
  lodging: `
Location: check the walk to the places you will visit most | weekend visitors | is within walking distance of most sights | is a short bus ride from the center | is farther from the center than its description suggests
Rooms: ask for the size in square feet or meters | families | has spacious rooms with plenty of storage | has compact rooms that are fine for a night or two | has small rooms, some of them facing a wall
Cleanliness: sort reviews by date and look for this word | guests who notice details | is spotless, as guests mention again and again | is clean overall, though bathrooms show their age | gets too many complaints about cleanliness
Breakfast: see whether it is included in the rate | early risers | serves a generous breakfast with fresh local products | serves a simple breakfast at extra cost | offers a poor breakfast for the price
Noise: ask for a room away from the street | light sleepers | is quiet at night, even on weekends | is quiet at the back and lively at the front | has thin walls and a lot of street noise
Staff: read how they dealt with problems | guests who value personal service | has friendly staff who remember their guests | has a polite front desk that is not staffed around the clock | is often short of staff, with long waits at check-in
Rates: compare weekday and weekend prices | travelers on a budget | has fair rates that stay stable through the season | charges average rates, with higher ones on weekends | raises its rates sharply during events
Wi-Fi: ask for the speed if you need to work | business travelers | has fast Wi-Fi and a quiet place to work | has Wi-Fi that is good enough for email and maps | has patchy Wi-Fi in most rooms
Facilities: check opening hours of the pool, spa, or gym | couples on a short break | has a well-kept spa and a small gym that are never crowded | has a small wellness area that costs extra | advertises facilities that are often closed
Style: look at photos by guests | design lovers | has character, with interiors that feel personal | is furnished in a neutral style that offends nobody | is overdue for a renovation
Cancellation: read the terms before you pay | travelers with open plans | lets you cancel free of charge until the day before | has flexible and non-refundable rates, so it pays to compare | is strict about cancellations, even in an emergency
Parking and transit: find out how you will get there with luggage | guests who arrive by car | has its own parking and a station around the corner | has limited parking that should be reserved early | has no parking nearby and poor transit links
`,
  travel: `
Price: add up what is not included | travelers on a budget | includes nearly everything in its prices, with no surprises on site | is priced around the average, with optional extras | advertises low prices that rise with every extra
Guides: ask who will lead the trip | curious travelers | works with local guides who know their region well | has good guides on its main routes and less experienced ones elsewhere | has guides of very mixed quality, some of whom read from a script
Planning: ask for a day-by-day plan | people who want everything arranged | plans trips carefully and leaves enough free time | offers well-tested standard routes with few surprises | packs too much into each day
Group size: find out the largest number of people per group | solo travelers | keeps groups small, usually under twelve people | travels in groups of about twenty | runs large groups that make for slow days
Flexibility: check what a change of date would cost | travelers with open plans | changes bookings free of charge until shortly before departure | allows changes for a moderate fee | is strict about changes and slow with refunds
Hotels: look up two of the hotels it uses | couples | chooses small hotels with character | uses solid mid-range hotels | uses hotels below the standard shown in its brochures
Support on the road: save the emergency number | first-time visitors | answers its emergency line at any hour and solves problems fast | offers support during office hours | leaves travelers on their own when plans fall apart
Booking: read the confirmation line by line | people who plan at short notice | makes booking easy and confirms within minutes | takes a day or two to confirm requests | has a confusing booking process with too many steps
Choice: see how often your route is offered | frequent travelers | covers unusual destinations as well as the classics | concentrates on a few popular regions | has cut back its program, with few dates left
Sustainability: ask how much of the money stays in the region | responsible travelers | works with local businesses and travels by train where it can | offers carbon compensation as an option | does little about its footprint despite what it claims
Families: ask what a normal day looks like with children | families | understands families, with short transfers and flexible days | accepts children but plans mainly for adults | is poorly prepared for families with small children
Documents: check passport and visa rules yourself | cautious travelers | sends clear travel documents well in advance | sends documents about a week before departure | sends documents late and sometimes with mistakes
`,
  transport: `
Price: compare the total with bags, seats, and fees | travelers on a budget | has low fares that already include a bag | has average fares, with bags and seats as extras | lures with low fares and charges for everything else
Punctuality: look up delays on your route | people with tight connections | is on time more often than most | is about as punctual as the rest of the industry | has had a poor record for delays this year
Comfort: check the legroom or the vehicle class | tall passengers | offers more room than is usual at this price | is comfortable enough for short trips | is cramped, above all on longer trips
Schedule: see when the last departure is | commuters | runs often, including early and late | runs a few times a day at sensible hours | has few departures, and some of them at awkward hours
Booking: keep a copy of the confirmation | people who book on the phone | has a clear app where you can book in two minutes | has a simple website but no useful app | has a booking process full of upsells
Changes: find out the fee for another date | travelers with open plans | lets you change a booking free of charge | allows changes for a fee on most tickets | makes changes expensive and refunds slow
Luggage: measure your bag | families | is generous with luggage | has standard luggage limits that it checks from time to time | enforces its luggage limits strictly and charges a lot
Staff: read how it treats people when things go wrong | first-time passengers | has friendly staff, both at the desk and on board | has polite staff but few of them | leaves passengers waiting for answers when something goes wrong
Location: check where exactly you start | visitors with luggage | uses central locations that are easy to find | uses locations at the edge of the city, with a shuttle into town | uses locations that are hard to get to
Condition: look for recent photos | business travelers | has a modern, well-kept fleet | has a mixed fleet, some of it new and some of it older | operates a fleet that has seen better days
Small print: read what is covered before you pay | cautious travelers | explains its terms in plain language | has standard terms that deserve a careful read | hides important terms in the small print
Coverage: check that it serves both ends of your trip | frequent travelers | covers more destinations than most of its rivals | covers the main routes only | has dropped several routes recently
`,
  dining: `
Food: look at what regulars order | food lovers | cooks with care, and its short menu rarely disappoints | cooks reliably well without taking risks | serves dishes of uneven quality
Service: notice how reviews describe a busy evening | guests with something to celebrate | has warm, attentive service | has friendly service that slows down when it is full | has distracted service, even on quiet evenings
Atmosphere: look at photos taken in the evening | couples | has a relaxed atmosphere that makes people stay longer | is lively, which is part of the charm for some | is so loud that conversation is difficult
Prices: check the menu online, drinks included | guests on a budget | is good value, above all at lunch | has prices that are normal for the area | has become expensive for what ends up on the plate
Portions: ask whether dishes are meant for sharing | hungry groups | serves generous portions | serves portions that are fine with a starter | serves small portions at big prices
Tables: book a few days ahead for weekends | spontaneous guests | nearly always finds a table for you | takes reservations online, with weekends filling up early | is hard to book and strict about time slots
Menu: look for dishes that change with the season | regulars | changes its menu with the seasons | has a classic menu with a few weekly specials | has a long menu on which little stands out
Drinks: ask for something local | wine drinkers | has a well-chosen wine list with fair prices by the glass | has a small drinks list that does the job | marks up its drinks heavily
Dietary needs: mention allergies when you book | vegetarians | has vegetarian dishes that are more than an afterthought | has a few vegetarian dishes and little for vegans | has almost nothing for vegetarians
Location: check how late you can get home | people without a car | is easy to reach by public transit, with a few tables outside | is a little out of the way, in a quiet street | is awkward to reach without a car
Families: ask about high chairs and early hours | families | welcomes children and seats families early | is fine for older children | is not much fun with children
Waiting times: avoid the peak between seven and eight | people in a hurry | serves quickly without rushing anyone | takes its time at peak hours | keeps guests waiting, even with a reservation
`,
  trades: `
Punctuality: agree on the time in writing | people with little time | is on time and calls ahead if anything changes | usually keeps to the agreed time | has a habit of late or missed appointments
Quality of work: ask for photos of recent work | demanding customers | works carefully and with an eye for detail | does decent work on standard jobs | has had to redo too much of its own work
Quotes: get the price in writing | people on a fixed budget | gives prices in advance and sticks to them | gives estimates that are realistic but not very detailed | tends to charge more than it quoted
Availability: ask about evenings and weekends | people who need help quickly | can usually help within a day or two | has openings within about two weeks | is booked out for weeks
Communication: note how fast your first message is answered | first-time customers | explains what it does and why, in plain words | is easy to reach by phone and less so by email | often leaves messages unanswered
Guarantee: ask what happens if you are not satisfied | cautious customers | puts things right without discussion if something is wrong | offers the guarantee that the law requires | is reluctant to put things right
Experience: ask how often they have done this before | people with unusual requests | has long experience with difficult cases | is experienced in everyday jobs | has inexperienced staff for anything out of the ordinary
Qualifications: ask for licenses, insurance, and training | people who check credentials | has well-trained staff and full insurance | has the required licenses | is vague about licenses and insurance
Price: ask what is included and what costs extra | people with smaller jobs | charges fair rates with no hidden fees | charges rates that are normal for the area | charges more than most, above all on weekends
Cleanliness: look for this word in reviews | families with small children | is clean and tidy in everything it does | is reasonably tidy, if not spotless | is careless about cleanliness
Contact: ask who will actually do the work | people who value personal contact | assigns the same person every time | has a friendly office, though the staff changes | changes staff so often that nobody knows your case
Payment: never pay everything up front | careful planners | asks for payment only afterwards | asks for a moderate deposit | asks for large deposits up front
`,
  professional: `
Expertise: ask for two cases like yours | clients with complex cases | has deep expertise and says openly what it does not do | is strong in its main field and average elsewhere | gives complex work to junior staff
Fees: ask for a fixed price or an estimate in writing | smaller companies | charges fixed fees that are agreed in advance | charges by the hour at rates normal for the field | sends bills that exceed its estimates
Responsiveness: agree on how fast questions are answered | clients under time pressure | answers within a day, even on small matters | answers within a few days, faster for larger clients | can be hard to reach once the contract is signed
Contact person: meet the person who will do the work | clients who value personal contact | assigns one senior contact for the whole project | works in teams, so contacts can vary | changes contacts so often that clients repeat themselves
Results: ask what changed for past clients | companies that want measurable results | delivers results that clients can measure | delivers solid results, if rarely surprising ones | promises more than it delivers
References: call one of the references | first-time clients | has references in many industries who are glad to talk | has good references in a few industries | has few references to show
Clarity: ask for a summary without jargon | clients new to the subject | explains its advice in plain language | writes thorough reports that take time to read | hides behind jargon
Deadlines: put dates in the contract | teams with a launch date | meets deadlines and warns early when one is at risk | meets most deadlines | has missed deadlines on larger projects
Contract: check the notice period | cautious clients | works without long-term contracts | prefers contracts of six months or more | binds clients to long contracts that are hard to leave
Local knowledge: ask what they know about your market | local businesses | knows the local market very well | knows the region, with less experience abroad | has little knowledge of local conditions
Size: think about how important a client you would be | mid-sized companies | is large enough for big projects and still personal | is a small team with limited capacity | treats small clients as an afterthought
Transparency: ask for access to the raw figures | hands-on clients | shares its work openly, with regular reports | reports once a month in a standard format | gives little insight into what it actually does
`,
  finance: `
Fees: read the full list of fees | cost-conscious customers | has low fees that are easy to find | has average fees, with discounts for regular use | has fees that are easy to overlook
Rates: compare the effective rate, not the headline | careful savers | offers rates that have been near the top for years | offers average rates with occasional promotions | attracts customers with a good rate that soon drops
App: read the latest reviews of the app | people who do everything on the phone | has a clear app that handles nearly everything | has an app that covers the basics | has an app that often logs people out or fails
Approval: collect your documents first | people in a hurry | decides within a day and asks for few documents | takes about a week to decide | takes weeks to decide and keeps asking for more papers
Terms: look for the exclusions | first-time customers | writes its terms in plain language | has standard terms that deserve a careful read | hides important exceptions deep in its terms
Service: call the hotline once at a busy time | people who want to talk to someone | can be reached by phone without a long wait | offers chat support during the day and email otherwise | keeps customers on hold for too long
Security: turn on two-factor sign-in | cautious customers | has strong security settings and quick fraud alerts | meets the usual security standards | has locked accounts without warning
Claims and payouts: ask how long a payout takes | families | pays out quickly and without arguments | pays out within the usual time if the paperwork is complete | is slow to pay out, often over small details
Range: decide whether you want everything in one place | households with several needs | has a product for almost every situation | focuses on a few products | has a narrow range with few extras
Reputation: check that it is regulated where you live | people with larger sums | has a long record and clear regulation | is young but properly regulated | has been in the news for the wrong reasons
Paperwork: ask whether it can all be done online | freelancers | handles everything online with hardly any paperwork | works mostly online, with some forms by mail | asks for a great deal of paperwork
Switching: find out what it costs to leave | people who like to compare | is easy to switch to and easy to leave | helps customers switch in but not out | charges for leaving early
`,
  health: `
Care: notice how much time you get | anxious patients | takes time for its patients and listens | is friendly but busy | tends to rush consultations
Waiting times: ask for the next free appointment | people with little time | often has appointments within a few days | has appointments within two to three weeks | has a wait of many weeks, even for simple matters
Costs: ask for a written estimate | people who pay for themselves | gives clear prices before any treatment | charges prices that are normal for the area | sends bills that are higher than its estimates
Explanations: write your questions down | first-time patients | explains options and risks in plain words | explains the basics and has leaflets for the rest | leaves many questions open
Results: ask about experience with your case | people who want a second opinion | has good long-term results | has results in line with what is usual | gets mixed reports about long-term results
Equipment: ask which examinations are done on site | people who need longer treatment | has modern equipment and does most tests on site | is well equipped for standard treatments | works with dated equipment
Booking: see whether you can book online | families | makes it easy to book and change appointments online | takes bookings by phone only | has a phone line that is nearly always busy
Aftercare: ask who to call if something goes wrong | people with complex needs | follows up after treatment without being asked | offers follow-up visits on request | charges extra for every follow-up visit
Qualifications: look up registration and specialties | cautious patients | has experienced specialists who keep up with their field | has qualified staff, with specialists on certain days | has a high turnover of staff
Location: check access and parking | people who travel far | is easy to reach, with step-free access | is central, with little parking | is hard to reach without a car
Insurance: ask what your plan covers | insured patients | deals with insurers directly and helps with forms | accepts most plans but not all of them | is slow with insurance paperwork
Comfort: visit once before you decide | families with young children | has a calm atmosphere and a gentle team | has plain but clean rooms | feels crowded and impersonal
`,
  education: `
Teaching: watch a sample lesson | people who need motivation | has engaging teachers who give personal feedback | has competent teachers whose style varies | has teachers of very uneven quality
Practice: ask how much time goes into exercises | career changers | is built around practical exercises with real examples | mixes theory and practice in about equal parts | is heavy on theory and light on practice
Price: include books, exams, and materials | students | costs less than most comparable programs | costs about the average, with payment in installments | costs a lot once exams and materials are added
Pace: ask what happens if you fall behind | beginners | moves at a pace that beginners can follow | moves at a fixed pace that suits most people | moves too fast for beginners
Group size: ask for the usual number of participants | people who like to learn together | teaches small groups in which everyone gets to speak | teaches groups of ten to fifteen | puts too many people in one group
Schedule: check that the hours fit your week | people with full-time jobs | has flexible hours, evenings and weekends included | has fixed dates with a few alternatives | has a rigid schedule that makes it hard to catch up
Certificate: find out who recognizes it | job seekers | leads to a certificate that employers know | ends with its own certificate of attendance | issues a certificate that few employers recognize
Support: ask how questions between lessons are answered | self-taught learners | answers questions between lessons within a day | offers a forum where answers take a while | leaves learners alone between lessons
Materials: look at the materials before you pay | visual learners | has clear, up-to-date materials that are yours to keep | has solid materials, some of them a few years old | works with outdated materials
Platform: try it on your own device | people who learn on the go | works well on a phone, even offline | works best on a computer | has a platform with frequent technical problems
Progress: ask how progress is measured | people with a clear goal | shows clear progress after a few weeks | gives regular tests but little feedback on them | promises faster progress than most learners see
Refunds: read the terms for leaving early | undecided learners | offers a free trial and a full refund in the first weeks | refunds unused lessons in part | makes it hard to get money back
`,
  generic: `
Quality: look for reviews that are at least a year old | demanding customers | delivers consistent quality | delivers decent quality at a normal price | falls short of what it promises
Value: compare the total cost, not the first price | people on a moderate budget | offers very good value for the money | is priced in line with the market | charges more than comparable names
Customer service: ask a question before you buy | first-time customers | has helpful customer service that solves problems quickly | has customer service that is polite but slow | is hard to reach when something goes wrong
Reputation: check more than one review site | cautious customers | has a strong reputation that goes back years | is still building its reputation | has seen its ratings drop over the past year
Information: note what is left unsaid | people who compare carefully | gives clear and complete information | gives the basic information and little more | has a confusing website that hides important details
Availability: check how soon you can start | people in a hurry | is available nearly everywhere, at short notice | is available in most places, sometimes with a wait | is hard to get hold of at busy times
Terms: read the cancellation rules | people who value flexibility | has fair terms and easy cancellation | has the usual terms, with a few exceptions | has strict terms that are easy to overlook
Choice: list your must-haves | people with specific needs | has options for nearly every need | has a small range that covers the basics | has little to offer beyond the standard
Speed: ask how long it usually takes | busy people | is fast and true to its word on timing | takes about as long as others | takes longer than it says
Experience: ask for examples | newcomers | has years of experience and shows it | has some experience, mostly with simple cases | seems inexperienced with anything unusual
Honesty: see how it responds to criticism | skeptical buyers | is open about its limits and fair to its critics | answers criticism with standard replies | ignores criticism or blames the customer
Extras: find out what is included | people who like things simple | includes extras that others charge for | charges for extras at normal rates | charges for extras that should be included
`,
}

export const THEMES: Readonly<Record<Kind, readonly Theme[]>> = Object.fromEntries(
  Object.entries(TABLES).map(([kind, table]) => [kind, table.trim().split('\n').map(themeOf)]),
) as Record<Kind, Theme[]>

function themeOf(line: string): Theme {
  const [point = '', audience = '', positive = '', neutral = '', negative = ''] = line.split(' | ')
  const [label = '', advice = ''] = point.split(': ')
  const also = {
    positive: alsoOf(positive),
    neutral: alsoOf(neutral),
    negative: alsoOf(negative),
  }
  return { label, advice, audience, positive, neutral, negative, also }
}

/** "also has", but "is also", "can also" and "has also become". */
function alsoOf(fact: string): string {
  const moved = fact.replace(
    /^(is|can|has(?= (?:been|had|seen|become|changed|cut|dropped|locked|missed|shipped|started)\b)) /,
    '$1 also ',
  )
  return moved === fact ? `also ${fact}` : moved
}
