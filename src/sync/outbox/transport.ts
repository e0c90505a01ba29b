/** HTTP/2 and HTTP/3 carry many requests on one connection. */
const MULTIPLEXED = /^h[23]/;

let last = false;

function follow(): void {
  if (!('PerformanceObserver' in globalThis)) return;
  const observer = new PerformanceObserver((list) => {
    for (const { name, nextHopProtocol } of list.getEntries() as PerformanceResourceTiming[])
      if (name.includes('/api/') && nextHopProtocol) last = MULTIPLEXED.test(nextHopProtocol);
  });
  observer.observe({ type: 'resource', buffered: true });
}
follow();

/** Returns whether the server's last response came over HTTP/2 or HTTP/3, as far as the browser reports it. */
export const isMultiplexed = (): boolean => last;
