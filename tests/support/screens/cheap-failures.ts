import { configure, getConfig } from '@testing-library/react';

/**
 * What `findBy…` and `waitFor` try in vain is not printed with the whole document: they do it themselves, once, when
 * they give up.
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
