import { configure, getConfig } from '@testing-library/react';

/**
 * Keeps `findBy…` and `waitFor` from printing the page into the error of each attempt, which is slow. They print the page once,
 * when they give up.
 */
export function omitDocumentFromErrors(): void {
  const { getElementError: withDocument } = getConfig();
  const areDetailsDisabled = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  configure({
    getElementError: (message, container) =>
      areDetailsDisabled()
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : withDocument(message, container),
  });
}
