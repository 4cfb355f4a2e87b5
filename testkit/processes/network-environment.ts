/** The variables a command needs to reach the network (npm's settings, certificates, proxies), without any of ours. */
const names = /^(HOME|NODE_EXTRA_CA_CERTS|\w+_proxy)$/i;

export function networkEnvironment(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}
