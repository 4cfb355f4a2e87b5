/** How this machine reaches the outside, for commands that shall see nothing else of ours: npm's settings, authorities, proxies. */
const names = /^(HOME|NODE_EXTRA_CA_CERTS|\w+_proxy)$/i;

export function networkEnvironment(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}
