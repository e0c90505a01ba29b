/* oxlint-disable -- ES5: promises without arrows, and no syntax that the rules ask for */
// Monitors the start of the app. classic-scripts.ts embeds this script in the page before the app's scripts; the content
// security policy allows the script by its digest. In a browser that is too old for the app, the script shows a message; it is
// therefore plain ES5. In other browsers it retries a start that failed because a file was missing, truncated, stalled or
// broken.
(function () {
  var FILES = 'script[src], link[rel="stylesheet"]';
  var PAUSES_S = [2, 5, 10, 20, 30];
  var STALLED_MS = 30000;
  // The number of attempts is forgotten when the first screen has stayed for this time.
  var SETTLED_MS = 5000;
  var KEY = 'ventanilla-start';
  var OLD =
    'Este navegador es muy antiguo para Ventanilla. Usa Chrome o Edge 111, Firefox 115 o Safari 16.4 (iPadOS o iOS 16.4), o una versión más nueva. Lo que ya esté guardado en este dispositivo no se pierde.';
  var BROKEN = 'La aplicación no terminó de cargar. Se intenta de nuevo sola; también puedes intentarlo tú.';

  // Returns true for a browser that lacks a feature of the oldest supported releases (docs/runbooks/install.md). Features that
  // browsers offer only with https are not checked, because the app shows its own message on a page without https.
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

  // Calls `act` when the page's first element exists. It polls, because a stalled file would delay DOMContentLoaded.
  function whenRead(act) {
    if (document.querySelector('.opening p')) act();
    else if (document.readyState !== 'complete') setTimeout(whenRead, 100, act);
  }

  function say(words, onRetry, place) {
    place = place || document.querySelector('.opening');
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
    // An old browser may be able to parse the app's files but must not run them, so the `push` with which they register does
    // nothing.
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
      // The page does not know the number of earlier attempts when it has no session storage, so every pause is the shortest.
    }
    return count || 0;
  }

  var tries = stored();
  var timer;
  var attempt = null;
  var progressAt = Date.now();
  // Message above an app without its styles (null while they are present), and the function that requests them.
  var unstyled = null;
  var restyleNow;

  function pauseMs(count) {
    return PAUSES_S[Math.min(count, PAUSES_S.length - 1)] * 1000;
  }

  // Returns true when the app shows a screen. Returns false when a first screen that could not be fetched shows its own message
  // (error-boundary.tsx), so that this script retries the start.
  function isStarted() {
    return document.body !== null && document.querySelector('.opening, [data-not-loaded]') === null;
  }

  // Requests a file without the browser's cache. The cache may keep a response that a proxy damaged for a year.
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

  // Ends the page's own loads. Firefox sends no request of a script while a stylesheet is stalled, so that an attempt would stall
  // too. The loads continue until then, because a slow line may complete them. An app that lacks only styles then starts.
  function endLoads() {
    if (!isStarted()) window.stop();
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
      endLoads();
    }, STALLED_MS);
    clearTimeout(timer);
    tries += 1;
    Promise.all(
      addresses().map(function (address) {
        return fetchAgain(address, own.signal);
      }),
    ).then(
      function () {
        clearTimeout(limit);
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

  // Starts an attempt when the user requests it; aborts the current attempt, which may have stalled.
  function retryNow() {
    if (attempt) attempt.abort();
    attempt = null;
    endLoads();
    retry();
  }

  function fail() {
    if (timer !== undefined || isStarted()) return;
    if (document.querySelector('[data-not-loaded]')) wait();
    else whenRead(wait);
  }

  // Replaces a stylesheet that failed to load. The app already runs without it, so a restart is not needed and would lose typed
  // text.
  function restyle(link) {
    var tried = link.watchedTries || 0;
    var attempt;
    var timer = setTimeout(request, pauseMs(tried));

    // A request of the user replaces the current request, which may have stalled.
    function request() {
      var own = (attempt = {});
      clearTimeout(timer);
      fetchAgain(link.href, AbortSignal.timeout(STALLED_MS)).then(
        function () {
          if (own !== attempt || !link.parentNode) return;
          var next = link.cloneNode();
          next.watchedTries = tried + 1;
          link.parentNode.replaceChild(next, link);
        },
        function () {
          if (own !== attempt) return;
          tried += 1;
          timer = setTimeout(request, pauseMs(tried));
        },
      );
    }

    restyleNow = request;
    if (unstyled) return;
    unstyled = document.createElement('div');
    unstyled.className = 'unstyled';
    unstyled.appendChild(document.createElement('p'));
    document.body.insertBefore(unstyled, document.body.firstChild);
    say(
      BROKEN,
      function () {
        restyleNow();
      },
      unstyled,
    );
  }

  function removeUnstyled() {
    if (unstyled) unstyled.remove();
    unstyled = null;
  }

  function isEmpty(link) {
    return link.sheet !== null && link.sheet.cssRules.length === 0;
  }

  function onFile(event) {
    var file = event.target;
    if (!(file instanceof Element) || !file.matches(FILES)) return false;
    var isStyle = file.tagName === 'LINK';
    var isBroken = event.type === 'error' || (isStyle && isEmpty(file));
    if (isBroken && isStyle) restyle(file);
    else if (isBroken) fail();
    else progressAt = Date.now();
    if (isStyle && !isBroken) removeUnstyled();
    return true;
  }

  // The `load` event of an element does not reach the window.
  document.addEventListener('load', onFile, true);
  // An error in a script counts as a failed start only if the app does not start within a second.
  window.addEventListener(
    'error',
    function (event) {
      if (!onFile(event) && !isStarted()) setTimeout(fail, 1000);
    },
    true,
  );
  window.addEventListener('online', function () {
    if (timer !== undefined) retry();
    if (unstyled) restyleNow();
  });
  // The watch continues after the app shows its frame, because the code of the first screen can still be missing. It ends when
  // the user types or taps on it, because a restart would lose text and strokes.
  var startedAt = 0;
  var watch = setInterval(function () {
    if (!isStarted()) {
      startedAt = 0;
      if (document.querySelector('[data-not-loaded]') || Date.now() - progressAt > STALLED_MS) fail();
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    startedAt = startedAt || Date.now();
    if (Date.now() - startedAt > SETTLED_MS) stored(0);
    if (Date.now() - startedAt > STALLED_MS) clearInterval(watch);
  }, 1000);
  function endWatch() {
    if (!isStarted()) return;
    stored(0);
    clearInterval(watch);
  }
  document.addEventListener('input', endWatch);
  document.addEventListener('pointerdown', endWatch);
})();
