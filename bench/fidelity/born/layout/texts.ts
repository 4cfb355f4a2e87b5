/** Texts of different kinds and languages, written for this set. */

export const story = [
  'The ferry left at six, as it had every morning since the bridge was closed. Martha sat on the left side, where the sun came in, and counted the gulls that followed the wake. There were nine of them on Monday. By Thursday there were eleven, and she began to suspect that they were counting her.',
  '“You could write to the council,” said the man who sold tickets. “They like letters. They keep them in a box.” He punched a hole in her card, not quite in the middle, and went on to the next bench without waiting for an answer.',
  'She did write. Not about the gulls, which would have been foolish, but about the bridge: how long it had been shut, who was to mend it, and whether the little light at its far end, the one that still blinked at night, was on purpose or had merely been forgotten.',
  'Nobody replied. But the following week the light was off, and on the ferry, which was late for the first time that year, people spoke to each other as if something had happened.',
  'Years afterwards, when the new bridge stood and the ferry had been sold to an island in the north, she found the card in a coat. There were forty-one holes in it; none was in the middle.',
];

export const science = [
  'Moss grows where water stays. On a north-facing roof the film of moisture left by dew lasts about three hours longer than on the opposite side, which is enough for most species of the genus Bryum to complete a day’s photosynthesis before they dry out again.',
  'We weighed forty cushions twice a day for a year. Their mass varied by a factor of four between a wet morning and a dry afternoon, while the area they covered grew by less than two per cent. Growth, in other words, is not what one sees from day to day.',
  'The loss of water follows a simple law: the rate is proportional to the difference between the humidity inside the cushion and that of the air, with a constant that depends on the density of the shoots. Dense cushions lose water three times more slowly.',
  'Two observations do not fit. Cushions next to copper gutters stayed small whatever their exposure, and a single cushion, found on a disused weather vane, was the largest of all although it never received any shade.',
];

export const minutes = [
  'The chair opened the meeting at 18:05 and welcomed the two new members. Apologies were received from Ms Okafor and Mr Lindqvist.',
  'The minutes of the previous meeting were approved without amendment. Action 14 (repair of the gate) remains open because the part has not been delivered.',
  'The treasurer reported a balance of 3,418.20. Income from the summer fair was lower than last year owing to the weather; expenses were within budget except for insurance, which rose by 11 per cent.',
  'It was agreed to obtain three quotations for the roof before the end of March and to decide by e-mail. The secretary will circulate them.',
];

export const contract = [
  'The Supplier shall deliver the Goods to the Place of Delivery within the Delivery Period. Partial deliveries are permitted only if the Customer has agreed to them in writing.',
  'The Customer shall inspect the Goods without undue delay and shall notify the Supplier of any visible defect within ten working days. A defect that could not be found by reasonable inspection shall be notified within ten working days of its discovery.',
  'Neither party is liable for a failure to perform that is caused by circumstances beyond its reasonable control, provided that it informs the other party at once and resumes performance as soon as those circumstances end.',
  'This Agreement may be terminated by either party with three months’ notice to the end of a calendar quarter. Clauses 4, 7 and 9 survive termination.',
];

export const recipe = {
  title: 'Rye Bread with Caraway',
  steps: [
    'Mix the starter with half of the flour and the warm water, cover it, and leave it overnight at room temperature.',
    'Add the rest of the flour, the salt and the caraway. Knead for ten minutes; the dough stays sticky.',
    'Shape it on a floured board, put it into the tin, and let it rise for two hours.',
    'Bake for fifteen minutes at 240 °C and for forty more at 190 °C. It is done when it sounds hollow.',
  ],
};

export const german = [
  'Die Straßenbahn hält heute nicht am Rathaus, weil dort die Gleise erneuert werden. Fahrgäste steigen bitte an der Haltestelle Königsplatz um; der Fußweg dauert ungefähr fünf Minuten.',
  'Während der Bauarbeiten gelten die Fahrpläne für Sonn- und Feiertage. Größere Verspätungen sind möglich. Über Änderungen informieren wir an den Haltestellen und auf den üblichen Wegen.',
  'Für Schülerinnen und Schüler fährt morgens ein zusätzlicher Bus. Er hält überall, wo sonst die Straßenbahn hält, und ist mit einem grünen Schild gekennzeichnet.',
];

export const french = [
  'Le musée sera fermé du 3 au 17 février pour l’inventaire annuel des réserves. Les visiteurs munis d’un billet daté peuvent l’échanger à l’accueil ou par courrier électronique.',
  'L’exposition temporaire, consacrée aux œuvres sur papier, a été prolongée jusqu’à la fin du mois d’avril. Une visite guidée a lieu chaque samedi à quinze heures.',
];

export const arabic = {
  title: 'تقرير عن مكتبة المدينة',
  sections: ['مقدمة', 'الخدمات', 'خاتمة'],
  paragraphs: [
    'افتتحت مكتبة المدينة أبوابها قبل ثلاثين عاما في شارع هادئ قرب النهر. يزورها كل يوم طلاب وباحثون وأطفال يبحثون عن كتاب جديد أو مكان هادئ للقراءة.',
    'تقدم المكتبة خدمات كثيرة منها إعارة الكتب وتعليم القراءة للصغار وتنظيم لقاءات مع الكتاب. وفي كل شهر يقام معرض صغير للصور القديمة.',
    'نرجو أن يستمر هذا العمل في السنوات القادمة وأن يجد كل قارئ ما يحب.',
  ],
  rows: [
    ['القسم', 'عدد الكتب', 'الطابق'],
    ['الأدب', '1240', 'الأول'],
    ['التاريخ', '860', 'الثاني'],
    ['العلوم', '1975', 'الثاني'],
    ['الأطفال', '640', 'الأرضي'],
  ],
};

export const hebrew = {
  title: 'לוח פעילות של הגן הבוטני',
  paragraphs: [
    'הגן פתוח בכל ימות השבוע משעות הבוקר ועד השקיעה. הכניסה לילדים ללא תשלום, ומבקרים מתבקשים לשמור על השקט ליד הבריכה.',
    'בימי חמישי מתקיים סיור מודרך בין עצי הזית העתיקים. מספר המקומות מוגבל, ולכן כדאי להירשם מראש.',
    'בחורף נסגרת החממה הגדולה לשיפוצים, אך שביל האורנים נשאר פתוח.',
  ],
};
