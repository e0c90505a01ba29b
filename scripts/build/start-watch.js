/* oxlint-disable -- ES5: promises without arrows, and no syntax that the rules ask for */
// Embedded in the page before the app's scripts and allowed by its digest in the content security policy (classic-scripts.ts).
// Plain ES5, because browsers too old for the app must run it. It shows a message in those browsers, and retries a start that a
// missing, truncated, stalled or broken file has stopped.
(function () {
  var FILES = 'script[src], link[rel="stylesheet"]';
  var PAUSES_S = [2, 5, 10, 20, 30];
  var STALLED_MS = 30000;
  var KEY = 'ventanilla-start';
  var OLD =
    'Este navegador es muy antiguo para Ventanilla. Usa Chrome o Edge 111, Firefox 115 o Safari 16.4 (iPadOS o iOS 16.4), o una versión más nueva. Lo que ya esté guardado en este dispositivo no se pierde.';
  var BROKEN = 'La aplicación no terminó de cargar. Se intenta de nuevo sola; también puedes intentarlo tú.';

  // Tests one feature of each oldest supported release (docs/runbooks/install.md). The app itself shows a message when the page has no
  // https.
  function isOld() {
    return !(
      window.CSS &&
      CSS.supports &&
      CSS.supports('color', 'color-mix(in srgb, red, red)') &&
      Array.prototype.toSorted &&
      window.CompressionStream &&
      window.AbortSignal &&
      AbortSignal.timeout &&
      'inert' in HTMLElement.prototype &&
      (window.isSecureContext === false || (window.crypto && crypto.randomUUID && crypto.subtle))
    );
  }

  // A stalled file delays DOMContentLoaded, so the document is polled.
  function whenRead(act) {
    if (document.querySelector('.opening p')) act();
    else if (document.readyState !== 'complete') setTimeout(whenRead, 100, act);
  }

  function say(words, onRetry) {
    var place = document.querySelector('.opening');
    var text = place && place.querySelector('p');
    if (!text || text.textContent === words) return;
    place.removeAttribute('aria-busy');
    text.setAttribute('role', 'alert');
    text.textContent = words;
    if (!onRetry) return;
    var button = document.createElement('button');
    button.textContent = 'Intentar de nuevo';
    button.onclick = onRetry;
    place.appendChild(button);
  }

  if (isOld()) {
    // Files that such a browser can parse must not start.
    Object.defineProperty(window, 'ventanilla', { value: { push: function () {} } });
    whenRead(function () {
      say(OLD);
    });
    return;
  }

  function stored(count) {
    try {
      if (count === undefined) return Number(sessionStorage.getItem(KEY)) || 0;
      if (count) sessionStorage.setItem(KEY, String(count));
      else sessionStorage.removeItem(KEY);
    } catch (error) {
      // A page without session storage always starts with the shortest pause.
    }
    return count || 0;
  }

  var tries = stored();
  var timer;
  // Controller of the current attempt.
  var attempt = null;
  var progressAt = Date.now();

  function pauseMs(count) {
    return PAUSES_S[Math.min(count, PAUSES_S.length - 1)] * 1000;
  }

  // A first screen that could not be fetched shows its own message (error-boundary.tsx) and is retried from here.
  function isStarted() {
    return document.body !== null && document.querySelector('.opening, [data-not-loaded]') === null;
  }

  // A response damaged by a proxy may stay in the browser's cache for a year.
  function fetchAgain(address, signal) {
    return fetch(address, { cache: 'reload', signal: signal }).then(function (response) {
      return response.arrayBuffer();
    });
  }

  function addresses() {
    return Array.prototype.map.call(document.querySelectorAll(FILES), function (file) {
      return file.src || file.href;
    });
  }

  function wait() {
    attempt = null;
    if (isStarted()) return;
    say(BROKEN, retryNow);
    clearTimeout(timer);
    timer = setTimeout(retry, pauseMs(tries));
  }

  function retry() {
    if (attempt || isStarted()) return;
    var own = (attempt = new AbortController());
    var limit = setTimeout(function () {
      own.abort();
    }, STALLED_MS);
    clearTimeout(timer);
    tries += 1;
    Promise.all(
      addresses().map(function (address) {
        return fetchAgain(address, own.signal);
      }),
    ).then(
      function () {
        if (own !== attempt || isStarted()) return;
        stored(tries);
        location.reload();
      },
      function () {
        clearTimeout(limit);
        if (own === attempt) wait();
      },
    );
  }

  // The user must not wait for a stalled attempt.
  function retryNow() {
    if (attempt) attempt.abort();
    attempt = null;
    retry();
  }

  function fail() {
    if (timer !== undefined || isStarted()) return;
    if (document.querySelector('[data-not-loaded]')) wait();
    else whenRead(wait);
  }

  // The app runs without its styles: replacing the link needs no restart, and typed text is not lost.
  function restyle(link, count) {
    setTimeout(function () {
      fetchAgain(link.href, AbortSignal.timeout(STALLED_MS)).then(
        function () {
          var next = link.cloneNode();
          next.watchedTries = count + 1;
          link.parentNode.replaceChild(next, link);
        },
        function () {
          restyle(link, count + 1);
        },
      );
    }, pauseMs(count));
  }

  function isEmpty(link) {
    return link.sheet !== null && link.sheet.cssRules.length === 0;
  }

  function onFile(event) {
    var file = event.target;
    if (!(file instanceof Element) || !file.matches(FILES)) return false;
    var isStyle = file.tagName === 'LINK';
    var isBroken = event.type === 'error' || (isStyle && isEmpty(file));
    if (isBroken && isStyle) restyle(file, file.watchedTries || 0);
    else if (isBroken) fail();
    else progressAt = Date.now();
    return true;
  }

  window.addEventListener('load', onFile, true);
  // An error thrown by a script may be harmless: the start continues, and its end stops the watchdog.
  window.addEventListener(
    'error',
    function (event) {
      if (!onFile(event) && !isStarted()) setTimeout(fail, 1000);
    },
    true,
  );
  window.addEventListener('online', function () {
    if (timer !== undefined) retry();
  });
  var watch = setInterval(function () {
    if (isStarted()) {
      clearInterval(watch);
      clearTimeout(timer);
      stored(0);
    } else if (Date.now() - progressAt > STALLED_MS) fail();
  }, 1000);
})();
