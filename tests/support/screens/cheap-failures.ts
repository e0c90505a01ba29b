import { configure, getConfig } from '@testing-library/react';

/**
 * Omits the page's content from the errors of each attempt of `findBy…` and `waitFor`; they print the content once when they
 * give up.
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
