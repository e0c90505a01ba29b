/** Protocols with many requests on one connection: HTTP/2 and HTTP/3. */
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

/** Returns true if the server's last response came over HTTP/2 or HTTP/3; false if the browser does not report it. */
export const isMultiplexed = (): boolean => last;
