/** Texts of the made pages, written for them: a title and paragraphs in each language. */

export type Text = { readonly title: string; readonly paragraphs: readonly string[] };

export const german: Text = {
  title: 'Die Werkstatt am Fluss',
  paragraphs: [
    'Am frühen Morgen öffnete der Buchbinder die schweren Läden seiner Werkstatt. Über dem Fluss lag noch Nebel, und aus der Bäckerei gegenüber roch es nach frischem Brot. Er prüfte zuerst die Bögen, die am Abend zuvor unter der Presse gelegen hatten, und legte sie der Größe nach auf den Tisch.',
    'Seine Lehrlinge lernten das Falzen, bevor sie irgendetwas anderes tun durften. Ein sauberer Falz, so pflegte er zu sagen, erspart dem Leser später tausend kleine Ärgernisse. Wer ungeduldig war, musste den Bogen wieder glätten und von vorn beginnen; wer sorgfältig arbeitete, durfte nach einem halben Jahr an die Heftlade.',
    'Im Winter wurde der Leim zäh, und die Finger wurden steif. Dann stand ein Ofen in der Ecke, auf dem der Leimtopf warm blieb, und die älteren Gesellen erzählten von Büchern, die sie in fernen Städten gesehen hatten: Atlanten mit vergoldeten Schnitten, Gebetbücher, die in eine Westentasche passten, und Verzeichnisse, die zwei Männer tragen mussten.',
    'Für jedes Buch führte der Meister ein Blatt, auf dem er Papier, Faden, Leder und die Stunden der Arbeit eintrug. So wusste er am Ende des Jahres genau, welche Aufträge sich gelohnt hatten. Die Zahlen überraschten ihn häufig: Nicht die prächtigen Bände brachten den größten Gewinn, sondern die schlichten Hefte für die Schule.',
    'Als die neue Brücke gebaut wurde, fürchtete er, die Straße vor seinem Haus werde leer. Das Gegenteil geschah. Die Fuhrleute hielten jetzt häufiger, weil der Umweg über die Furt entfiel, und mancher, der nur ein Päckchen abgeben wollte, ging mit einem Notizbuch unter dem Arm wieder fort.',
    'Später übernahm seine Tochter das Geschäft. Sie schaffte eine Maschine an, behielt aber die alten Werkzeuge, und über der Tür hing weiter das Schild mit der gemalten Presse. Besucher fragten oft, ob es nicht schöner wäre, alles wie früher zu machen. Sie lächelte dann höflich und zeigte auf die Regale: Bücher seien dazu da, gelesen zu werden, nicht dazu, mühsam zu sein.',
  ],
};

export const russian: Text = {
  title: 'Мастерская у реки',
  paragraphs: [
    'Рано утром переплётчик открывал тяжёлые ставни своей мастерской. Над рекой ещё стоял туман, и из пекарни напротив пахло свежим хлебом. Сначала он проверял листы, которые с вечера лежали под прессом, и раскладывал их на столе по размеру.',
    'Ученики учились складывать бумагу прежде всего остального. Ровный сгиб, говорил мастер, избавит читателя от множества мелких огорчений. Кто торопился, тот расправлял лист и начинал заново; кто работал внимательно, через полгода получал право сшивать тетради.',
    'Зимой клей становился густым, а пальцы мёрзли. Тогда в углу топили печь, и старшие рассказывали о книгах, которые они видели в далёких городах: об атласах с золотым обрезом, о молитвенниках размером с ладонь и о списках, которые с трудом поднимали двое мужчин.',
    'Для каждой книги мастер заводил отдельный листок, куда записывал бумагу, нитки, кожу и часы работы. Поэтому в конце года он точно знал, какие заказы принесли пользу. Числа часто удивляли его: больше всего приносили не роскошные тома, а простые тетради для школы.',
    'Когда построили новый мост, он боялся, что улица перед его домом опустеет. Случилось наоборот. Возчики останавливались чаще, и тот, кто хотел только передать посылку, нередко уходил с записной книжкой под мышкой.',
  ],
};

export const arabic: Text = {
  title: 'ورشة على ضفة النهر',
  paragraphs: [
    'كان صانع الكتب يفتح أبواب ورشته في الصباح الباكر. وكان الضباب لا يزال فوق النهر، ورائحة الخبز تأتي من المخبز المقابل. في البداية كان يفحص الأوراق التي بقيت تحت المكبس طوال الليل، ثم يضعها على الطاولة حسب الحجم.',
    'تعلم التلاميذ طي الورق قبل أي عمل آخر. وكان المعلم يقول إن الطية المستقيمة توفر على القارئ متاعب كثيرة. من كان يستعجل كان عليه أن يبدأ من جديد، ومن كان يعمل بعناية كان يسمح له بعد نصف سنة بخياطة الكتب.',
    'في الشتاء كان الغراء يصبح ثقيلا وتبرد الأصابع. عندئذ كانوا يشعلون النار في الزاوية، ويحكي الكبار عن الكتب التي شاهدوها في المدن البعيدة، وعن خرائط كبيرة لا يحملها إلا رجلان.',
    'كتب المعلم لكل كتاب ورقة سجل فيها الورق والخيط والجلد وساعات العمل. لذلك كان يعرف في آخر السنة أي الأعمال كانت مفيدة. وكانت الأرقام تفاجئه كثيرا، فالدفاتر البسيطة للمدرسة كانت أنفع من المجلدات الفاخرة.',
    'وعندما بني الجسر الجديد خاف أن يصبح الشارع أمام بيته خاليا، ولكن حدث العكس. كان الناس يقفون عنده أكثر من قبل، ومن جاء ليسلم طردا عاد ومعه دفتر صغير.',
  ],
};

export const chinese: Text = {
  title: '河边的作坊',
  paragraphs: [
    '清晨，装订匠打开作坊沉重的窗板。河面上还有雾，对面的面包店传来新鲜面包的香味。他先检查前一天晚上压在机器下面的纸张，然后按照大小把它们放在桌子上。',
    '学徒们在做其他事情之前，必须先学会折纸。师傅常说，一条整齐的折痕可以让读者以后少很多麻烦。没有耐心的人要把纸展平，重新开始；认真工作的人半年以后就可以学习缝书。',
    '到了冬天，胶水变得很稠，手指也冻得发硬。这时角落里生起炉子，年长的工人讲起他们在远方城市见过的书：有金边的地图集，有可以放进口袋的小书，还有两个人才能抬动的大账本。',
    '师傅为每一本书准备一张单子，上面记录纸张、线、皮革和工作的时间。因此到了年底，他清楚地知道哪些订单是值得的。这些数字常常使他惊讶：带来最多利润的不是华丽的大书，而是学校用的普通练习本。',
    '新桥建成的时候，他担心门前的街道会变得冷清。事实正好相反。车夫们现在更常停下来，有的人本来只是来送一个包裹，走的时候手里却拿着一本笔记本。',
    '后来他的女儿接管了生意。她买了一台机器，但是保留了旧的工具，门上仍然挂着画有压书机的招牌。',
  ],
};

export const japanese: Text = {
  title: '川辺の工房',
  paragraphs: [
    '朝早く、製本職人は工房の重い雨戸を開けた。川の上にはまだ霧がかかり、向かいのパン屋から焼きたてのパンの香りがした。彼はまず前の晩から重しの下に置いてあった紙を調べ、大きさの順に机の上に並べた。',
    '弟子たちは、ほかの仕事をする前に紙の折り方を学んだ。まっすぐな折り目は読者の手間を省く、と親方はよく言った。急ぐ者は紙を伸ばして最初からやり直し、丁寧に働く者は半年後に本を綴じることを許された。',
    '冬になると糊は固くなり、指は冷たくなった。そのときは部屋の隅でストーブを焚き、年上の職人が遠い町で見た本の話をした。金色の縁のある地図帳や、ポケットに入る小さな本や、二人でなければ運べない大きな帳簿の話である。',
    '親方は一冊ごとに紙を用意し、使った材料と働いた時間を書いた。だから年の終わりには、どの注文が役に立ったかを正確に知ることができた。数字はしばしば彼を驚かせた。一番利益になったのは立派な本ではなく、学校で使う簡単なノートだった。',
    '新しい橋ができたとき、彼は家の前の通りが静かになることを心配した。しかし結果は反対だった。荷物を届けに来ただけの人も、帰るときには手帳を持っていた。',
  ],
};

export const korean: Text = {
  title: '강가의 작업실',
  paragraphs: [
    '이른 아침에 제본사는 작업실의 무거운 덧문을 열었다. 강 위에는 아직 안개가 끼어 있었고 맞은편 빵집에서는 갓 구운 빵 냄새가 났다. 그는 먼저 전날 밤부터 눌러 두었던 종이를 살펴보고 크기에 따라 책상 위에 놓았다.',
    '제자들은 다른 일을 하기 전에 종이 접는 법을 배웠다. 똑바른 선은 독자의 수고를 덜어 준다고 스승은 자주 말했다. 서두르는 사람은 종이를 펴고 처음부터 다시 시작해야 했고, 꼼꼼하게 일하는 사람은 반년 뒤에 책을 꿰맬 수 있었다.',
    '겨울에는 풀이 굳고 손가락이 차가워졌다. 그때는 구석에 난로를 피우고 나이 많은 직원들이 먼 도시에서 본 책 이야기를 했다. 금빛 테두리가 있는 지도책과 주머니에 들어가는 작은 책, 두 사람이 함께 들어야 하는 큰 장부에 대한 이야기였다.',
    '스승은 책마다 종이 한 장을 준비하여 재료와 일한 시간을 적었다. 그래서 연말에는 어떤 주문이 도움이 되었는지 정확하게 알 수 있었다. 숫자는 자주 그를 놀라게 했다. 가장 큰 이익을 준 것은 화려한 책이 아니라 학교에서 쓰는 평범한 공책이었다.',
    '새 다리가 놓였을 때 그는 집 앞의 거리가 한산해질까 걱정했다. 그러나 결과는 반대였다. 소포만 전하러 온 사람도 돌아갈 때에는 수첩을 들고 있었다.',
  ],
};
