/** Protocols with many requests on one connection: HTTP/2 and HTTP/3. */
const MULTIPLEXED_PROTOCOL_PATTERN = /^h[23]/;

let isLastResponseMultiplexed = false;

function observeResponseProtocol(): void {
  if (!('PerformanceObserver' in globalThis)) return;
  const observer = new PerformanceObserver((list) => {
    for (const { name, nextHopProtocol } of list.getEntries() as PerformanceResourceTiming[])
      if (name.includes('/api/') && nextHopProtocol)
        isLastResponseMultiplexed = MULTIPLEXED_PROTOCOL_PATTERN.test(nextHopProtocol);
  });
  observer.observe({ type: 'resource', buffered: true });
}
observeResponseProtocol();

/** Returns true if the server's last response came over HTTP/2 or HTTP/3; false if the browser does not report it. */
export const wasLastResponseMultiplexed = (): boolean => isLastResponseMultiplexed;
