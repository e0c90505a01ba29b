import { configure, getConfig } from '@testing-library/react';

/**
 * Omits the document from the errors of the attempts of `findBy…` and `waitFor`: they print it once themselves, when they give
 * up.
 */
export function printNothingInVain(): void {
  const { getElementError: withDocument } = getConfig();
  const isTrying = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  configure({
    getElementError: (message, container) =>
      isTrying()
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : withDocument(message, container),
  });
}
