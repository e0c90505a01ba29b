import { configure, getConfig } from '@testing-library/react';

/**
 * Keeps `findBy…` and `waitFor` from printing the page into the error of each attempt, which is slow. They print it once, when
 * they give up.
 */
export function omitDocumentFromErrors(): void {
  const { getElementError: withDocument } = getConfig();
  const isTrying = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  configure({
    getElementError: (message, container) =>
      isTrying()
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : withDocument(message, container),
  });
}
