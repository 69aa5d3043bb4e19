import { listsOf } from './lists.ts'

/** Languages in which answers are written. About other keywords they are in English. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja' | 'ar'

/** The sentences of a language: `{it}` is the keyword, `{brand}` a name; prices and numbers are those of the brand. */
export interface Sentences {
  prompts: readonly string[]
  /** Before the brands, and where no brand is named. */
  opening: readonly string[]
  none: readonly string[]
  positive: readonly string[]
  neutral: readonly string[]
  negative: readonly string[]
  details: readonly string[]
  /** What to look for. */
  points: readonly string[]
  closing: readonly string[]
}

function sentences(text: string): Sentences {
  return listsOf(text) as unknown as Sentences
}

export const SENTENCES: Readonly<Record<Exclude<Language, 'en'>, Sentences>> = {
  de: sentences(`
prompts: Was kannst du mir zum Thema „{it}“ empfehlen? | Ich interessiere mich für „{it}“. Welche Anbieter sind die besten? | Worauf sollte ich bei „{it}“ achten, und wer ist gut? | Welche Anbieter haben die besten Bewertungen für „{it}“?
opening: Diese Namen werden am häufigsten genannt: | Das hängt vom Budget ab, aber das sind die bekanntesten Anbieter: | Nach aktuellen Tests und Bewertungen ergibt sich dieses Bild: | Für „{it}“ lohnt sich vor allem ein Blick auf diese Auswahl:
none: Eine eindeutige Empfehlung ist hier schwierig. Wichtiger sind diese Punkte: | Welcher Anbieter der beste ist, hängt von den eigenen Bedürfnissen ab. Darauf kommt es an:
positive: {brand} überzeugt seit Jahren mit gleichbleibend hoher Qualität. | Bei {brand} ist die Beratung ausgesprochen freundlich und kompetent. | {brand} bietet ein sehr gutes Verhältnis von Preis und Leistung. | {brand} ist schnell und für seine Zuverlässigkeit bekannt. | Viele Kunden empfehlen {brand}, weil das Angebot groß und übersichtlich ist. | {brand} schneidet in unabhängigen Tests regelmäßig gut ab. | {brand} ist leicht zu bedienen, auch für Einsteiger.
neutral: {brand} ist ein solider Anbieter ohne große Überraschungen. | {brand} liegt preislich in der Mitte des Marktes. | Auch {brand} wird häufig verglichen, vor allem wegen der Bekanntheit. | {brand} gibt es seit vielen Jahren, und das Angebot ist überschaubar. | Zu {brand} sind die Meinungen gemischt, je nach Standort.
negative: Bei {brand} berichten einige Kunden von langen Wartezeiten am Telefon. | {brand} steht in der Kritik, weil Rückzahlungen oft Wochen dauern. | Wer {brand} in Betracht zieht, sollte die Vertragsbedingungen genau lesen.
details: Die Preise beginnen bei {price}. | Im Schnitt sind es {rating} von 5 Sternen bei {reviews} Bewertungen. | Zuletzt waren es {reviews} Bewertungen mit durchschnittlich {rating} von 5 Punkten.
points: Vergleiche den Gesamtpreis, nicht nur das Angebot. | Lies aktuelle Bewertungen aus den letzten Monaten. | Achte auf Garantie und Rückgaberecht. | Frag nach, wie schnell der Kundendienst antwortet.
closing: Die Preise ändern sich oft, also prüfe sie vor dem Kauf. | Wenn du mir dein Budget nennst, kann ich die Auswahl eingrenzen. | Ein Vergleich mehrerer Angebote lohnt sich.
`),
  fr: sentences(`
prompts: Que me conseilles-tu pour « {it} » ? | Je m'intéresse à « {it} ». Quelles sont les meilleures marques ? | Quelles marques ont les meilleurs avis pour « {it} » ? | À quoi faut-il faire attention pour « {it} », et qui choisir ?
opening: Voici les noms qui reviennent le plus souvent : | Tout dépend du budget, mais les plus connus sont les suivants : | Selon les tests et les avis récents, le classement est le suivant : | Pour « {it} », il vaut la peine de comparer les marques suivantes :
none: Il est difficile de recommander une seule marque. Les points suivants sont plus importants : | Le meilleur choix dépend des besoins de chacun. Voici les critères à regarder :
positive: {brand} convainc depuis des années par une qualité constante. | Chez {brand}, les conseils sont clairs et le personnel est compétent. | {brand} offre un très bon rapport entre la qualité et le prix. | {brand} est rapide et tient les délais annoncés. | Beaucoup de clients recommandent {brand} pour le choix proposé. | {brand} obtient de bons résultats dans les tests indépendants. | {brand} est facile à utiliser, même pour les débutants.
neutral: {brand} est une marque correcte, sans grande surprise. | {brand} se situe dans la moyenne des prix du marché. | {brand} est souvent citée dans les comparatifs, surtout pour la notoriété de la marque. | {brand} existe depuis longtemps, avec une offre assez réduite. | Les avis sur {brand} sont partagés selon les villes.
negative: Chez {brand}, des clients se plaignent de la longue attente au téléphone. | {brand} est critiquée pour les remboursements, qui prennent des semaines. | Avant de choisir {brand}, il faut lire les conditions avec attention.
details: Les prix commencent à {price}. | La note moyenne est de {rating} sur 5 pour {reviews} avis. | Les {reviews} avis publiés donnent une moyenne de {rating} sur 5.
points: Comparez le prix total et pas seulement les offres. | Lisez les avis des derniers mois. | Vérifiez la garantie et les conditions de retour. | Demandez le délai de réponse du service client.
closing: Les prix changent souvent, il faut donc les vérifier avant l'achat. | Avec une idée du budget, je peux réduire la liste. | Il est utile de demander plusieurs devis ou de comparer les offres.
`),
  es: sentences(`
prompts: ¿Qué me recomiendas para «{it}»? | Me interesa «{it}». ¿Cuáles son las mejores marcas? | ¿Qué marcas tienen las mejores opiniones para «{it}»? | ¿En qué debo fijarme con «{it}» y qué marca elijo?
opening: Estas son las marcas que más se mencionan: | Depende del presupuesto, pero las más conocidas son estas: | Según las pruebas y las opiniones recientes, destacan las siguientes: | Para «{it}» vale la pena comparar estas opciones:
none: Es difícil recomendar una sola marca. Los puntos más importantes son estos: | La mejor opción depende de las necesidades de cada uno. Conviene mirar lo siguiente:
positive: {brand} convence desde hace años por una calidad constante. | En {brand} la atención es amable y el personal sabe aconsejar. | {brand} ofrece una muy buena relación entre calidad y precio. | {brand} es rápida y cumple los plazos. | Muchos clientes recomiendan {brand} por la amplia variedad. | {brand} obtiene buenos resultados en las pruebas independientes. | {brand} es fácil de usar, incluso para los principiantes.
neutral: {brand} es una marca correcta, sin grandes sorpresas. | {brand} está en la media de los precios del mercado. | {brand} aparece a menudo en las comparativas, sobre todo por ser conocida. | {brand} lleva muchos años en el mercado, con una oferta limitada. | Las opiniones sobre {brand} varían según la ciudad.
negative: En {brand} hay clientes que se quejan de la larga espera al teléfono. | {brand} recibe críticas porque los reembolsos tardan semanas. | Antes de elegir {brand} conviene leer bien las condiciones.
details: Los precios empiezan en {price}. | La nota media es de {rating} sobre 5 con {reviews} opiniones. | Las {reviews} opiniones publicadas dan una media de {rating} sobre 5.
points: Compara el precio total y no solo las ofertas. | Lee las opiniones de los últimos meses. | Comprueba la garantía y las devoluciones. | Pregunta cuánto tarda la atención al cliente.
closing: Los precios cambian a menudo, así que compruébalos antes de comprar. | Si me dices el presupuesto, puedo reducir la lista. | Es útil comparar varias ofertas antes de decidir.
`),
  ja: sentences(`
prompts: 「{it}」でおすすめのブランドはどれですか？ | 「{it}」を検討しています。どこが人気ですか？ | 「{it}」を選ぶときのポイントと、評判の良いブランドを教えてください。 | 「{it}」で口コミの評価が高いのはどこですか？
opening: よく名前が挙がるのは次のとおりです。 | ご予算によりますが、代表的な選択肢は次のとおりです。 | 最近のレビューや比較記事をもとにまとめました。 | 「{it}」では、次の候補を比較する方が多いようです。
none: 一つに絞るのは難しいため、選ぶときのポイントをまとめました。 | 最適な選択は目的によって変わります。次の点を確認してください。
positive: {brand}は品質が安定していて、長年好評です。 | {brand}はスタッフの説明が分かりやすく、安心して相談できます。 | {brand}は価格と品質のバランスが良いと評価されています。 | {brand}は対応が早く、約束を守ることで知られています。 | {brand}は品ぞろえが豊富で、選びやすいという声が多いです。 | {brand}は第三者のテストで安定して高い評価を得ています。 | {brand}は初心者でも使いやすい点が魅力です。
neutral: {brand}は標準的な内容で、大きな特徴はありません。 | {brand}の価格は市場の平均くらいです。 | {brand}は知名度が高く、比較記事でよく取り上げられます。 | {brand}は歴史が長い一方で、種類はあまり多くありません。 | {brand}は店舗によって意見が分かれます。
negative: {brand}は電話がつながりにくいという不満が見られます。 | {brand}は返金に数週間かかるという指摘があります。 | {brand}を選ぶ場合は、契約条件をよく確認したほうが良いです。
details: 価格は{price}からです。 | 評価は5点中{rating}点、レビューは{reviews}件です。 | {reviews}件のレビューの平均は{rating}点です。
points: 総額で比較することが大切です。 | 最近数か月の口コミを確認してください。 | 保証と返品の条件を確認しておくと安心です。 | 問い合わせへの対応の早さも目安になります。
closing: 価格は変わることがあるため、購入前に確認してください。 | ご予算を教えていただければ、さらに絞り込めます。 | いくつかの候補を比べてから決めるのがおすすめです。
`),
  ar: sentences(`
prompts: ما الذي تنصحني به في «{it}»؟ | أبحث عن «{it}»، فما هي أفضل العلامات؟ | ما هي العلامات التي لديها أفضل التقييمات في «{it}»؟ | ما الذي يجب الانتباه إليه عند اختيار «{it}»، ومن الأفضل؟
opening: هذه هي الأسماء التي تُذكر في أغلب المقارنات: | يعتمد الأمر على الميزانية، لكن أشهر الخيارات هي: | بحسب أحدث التقييمات والمقارنات، من أبرز الخيارات: | في «{it}» يُنصح بالمقارنة بين الأسماء التالية:
none: من الصعب ترشيح اسم واحد، والأهم هو النظر في هذه النقاط: | الخيار الأفضل يعتمد على احتياجاتك. انتبه إلى ما يلي:
positive: تتميز {brand} منذ سنوات بجودة عالية وثابتة. | يقدم فريق {brand} نصائح واضحة ويتعامل مع العملاء باحترام. | توفر {brand} قيمة جيدة جدًا من حيث السعر والجودة. | تتميز {brand} بالسرعة والالتزام بالمواعيد. | ينصح كثير من العملاء بـ {brand} بسبب تنوع الخيارات. | تحصل {brand} على نتائج جيدة في الاختبارات المستقلة. | {brand} سهلة الاستخدام حتى لمن ليس لديه خبرة.
neutral: {brand} خيار معقول من دون مفاجآت كبيرة. | أسعار {brand} في متوسط السوق. | تظهر {brand} كثيرًا في المقارنات لأنها معروفة. | تعمل {brand} في السوق منذ سنوات، وخياراتها محدودة. | تختلف الآراء في {brand} من مدينة إلى أخرى.
negative: يشتكي بعض العملاء من طول الانتظار على الهاتف في {brand}. | تواجه {brand} انتقادات لأن استرداد المبالغ يستغرق أسابيع. | من يفكر في {brand} يجب أن يقرأ الشروط بعناية.
details: تبدأ الأسعار من {price}. | متوسط التقييم {rating} من 5 في {reviews} مراجعة. | بلغ عدد المراجعات {reviews} بمتوسط {rating} من 5.
points: قارن السعر الكامل وليس العرض فقط. | اقرأ التقييمات من الأشهر الأخيرة. | تحقق من الضمان وشروط الإرجاع. | اسأل عن سرعة الرد في خدمة العملاء.
closing: تتغير الأسعار كثيرًا، لذلك تحقق منها قبل الشراء. | إذا أخبرتني عن الميزانية يمكنني تقليص القائمة. | من المفيد مقارنة أكثر من عرض قبل القرار.
`),
}

/** Words that give a language away. Words that English searches contain as well are left out: "mit", "pour", "como". */
const WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    de: 'für und ohne kaufen günstig günstige günstiger beste bester bestes billig vergleich nähe wie ist das der zum zur damen herren erfahrungen versicherung lohnt welche welcher welches zahlt bestellen wieviel bäckerei brot fahrrad elektrofahrrad schuhe',
    fr: 'près moi comment choisir avis prix matelas sommier avec meilleur meilleure meilleurs meilleures où quel quelle acheter pas logiciel chaussures enfants cours vélo électrique randonnée assurance',
    es: 'para cuánto cuánta cuesta preparar curso cursos mejor mejores cómo barato barata baratos baratas cerca comprar qué dónde zapatos bicicleta eléctrica seguro',
    other:
      'voor een het zonder goedkope goedkoop kopen vergelijken fiets schoenen melhor melhores perto onde preço migliore migliori economico economici senza vicino della nella quale scarpe',
  }).flatMap(([language, words]) => words.split(' ').map((word) => [word, language])),
)

/** Letters of other languages that loan words in English hardly ever keep. */
const FOREIGN_LETTER = /[ãõąęłńśźżčěřšůžőűğışțøæ]|(?!\p{Script=Latin})\p{L}/iu

/** The language of a keyword; "other" for one in which no answers are written. */
export function languageOf(keyword: string): Language | 'other' {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(keyword)) return 'ja'
  if (/\p{Script=Arabic}/u.test(keyword)) return /[پچژگ]/.test(keyword) ? 'other' : 'ar'
  if (!/\p{Script=Latin}/u.test(keyword) || FOREIGN_LETTER.test(keyword)) return 'other'
  if (/[ñ¿]/i.test(keyword)) return 'es'
  if (keyword.includes('ß')) return 'de'
  const words = keyword.toLowerCase().split(/[^\p{L}\p{M}]+/u)
  const known = words.find((word) => Object.hasOwn(WORDS, word))
  return known === undefined ? 'en' : (WORDS[known] as Language | 'other')
}
