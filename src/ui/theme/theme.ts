import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { dropdown } from './dropdown.ts';

/** Shade 6 is the token of tokens.css by day, 3 in the dark, the one after each its pressed form, 0 the soft surface. */
const accent: MantineColorsTuple = [
  '#dcefee',
  '#c3e3e2',
  '#94cbca',
  '#63b1b0',
  '#3a9897',
  '#1c8080',
  '#0a6a6a',
  '#075152',
  '#053f40',
  '#032c2d',
];
const bad: MantineColorsTuple = [
  '#fce6e7',
  '#f8d3d5',
  '#f0a8ad',
  '#e57a82',
  '#d5515c',
  '#bd3440',
  '#a11d2a',
  '#86141f',
  '#6b0e18',
  '#4f0910',
];
/** What Mantine paints grey in the dark, from text to page: the tokens' dark greys. */
const dark: MantineColorsTuple = [
  '#e6eef0',
  '#b3c5ca',
  '#9db1b8',
  '#7f969d',
  '#43585f',
  '#2b3d42',
  '#1f2e32',
  '#152124',
  '#111b1e',
  '#0d1618',
];

/** A finger needs 44 px and more; a person who stands, a little more. A size given by hand keeps Mantine's own. */
const TAP = 'var(--tap)';
const inputVars = {
  wrapper: { '--input-height': TAP, '--input-fz': '1.0625rem', '--input-padding': '14px' },
};
const buttonVars = (_theme: unknown, props: { size?: unknown }) =>
  props.size === undefined
    ? { root: { '--button-height': TAP, '--button-fz': '1rem', '--button-padding-x': '20px' } }
    : { root: {} };

/** Mantine translates none of its built-in words. */
const CLOSE = { 'aria-label': 'Cerrar', size: 44, iconSize: 22 } as const;

export const theme = createTheme({
  colors: { accent, bad, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 3 },
  autoContrast: true,
  white: '#ffffff',
  black: '#12262b',
  fontFamily: 'var(--font)',
  defaultRadius: 10,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '700',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.2' },
      h2: { fontSize: '1.125rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.35' },
    },
  },
  components: {
    Button: { defaultProps: { variant: 'default' }, vars: buttonVars },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 44 } },
    CloseButton: { defaultProps: CLOSE },
    Input: { vars: () => inputVars },
    InputWrapper: {
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
        // Mantine's is part of the label's text; theme.css marks whatever is `required`.
        withAsterisk: false,
      },
    },
    PasswordInput: {
      defaultProps: {
        visibilityToggleButtonProps: {
          'aria-label': 'Mostrar u ocultar lo escrito',
          tabIndex: 0,
        },
      },
      // Its own class sets the toggle's size by this variable; a `size` of the button is overruled.
      vars: () => ({ root: { '--psi-button-size': '44px' } }),
    },
    Switch: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { maxDropdownHeight: 320, nothingFoundMessage: 'Sin resultados' } },
    Autocomplete: { defaultProps: { maxDropdownHeight: 320 } },
    // A list that is not open is not made: Mantine measures the page for each, and renders it anew.
    Combobox: { defaultProps: { keepMounted: false, transitionProps: { duration: 0 }, ...dropdown } },
    // Not by the field's label: see combobox-label.tsx.
    ComboboxOptions: { defaultProps: { 'aria-label': 'Opciones' } },
    Modal: { defaultProps: { centered: true, size: 520, radius: 14, padding: 20, closeButtonProps: CLOSE } },
    // A header of its own would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    Drawer: { defaultProps: { closeButtonProps: CLOSE } },
    Notification: { defaultProps: { closeButtonProps: CLOSE, radius: 12 } },
    Loader: { defaultProps: { type: 'oval', size: 22 } },
  },
});

/** Mantine's own variables follow the tokens, so that its components and ours cannot drift apart. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-body': 'var(--card)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--card)',
    '--mantine-color-default-border': 'var(--edge)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-hover': 'var(--sunk)',
    '--mantine-color-anchor': 'var(--accent-2)',
  },
  light: {},
  dark: {},
});
