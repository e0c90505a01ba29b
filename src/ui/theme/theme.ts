import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { dropdownDefaults } from './dropdown.ts';

/**
 * Shade 6 is the accent colour in light mode, shade 3 in dark mode (as in tokens.css). Shades 7 and 4 are for pressed buttons,
 * shade 0 for soft surfaces.
 */
const accentShades: MantineColorsTuple = [
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
const badShades: MantineColorsTuple = [
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
/** Greys that Mantine uses in dark mode, from text (0) to page (9), taken from tokens.css. */
const darkModeGreys: MantineColorsTuple = [
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

/**
 * Height of controls. A finger needs at least 44 px, and a little more if the user is not sitting. A control with an explicit
 * `size` keeps Mantine's height.
 */
const CONTROL_HEIGHT = 'var(--tap)';
const inputVars = {
  wrapper: { '--input-height': CONTROL_HEIGHT, '--input-fz': '1.0625rem', '--input-padding': '14px' },
};
const buttonVars = (_theme: unknown, props: { size?: unknown }) =>
  props.size === undefined
    ? { root: { '--button-height': CONTROL_HEIGHT, '--button-fz': '1rem', '--button-padding-x': '20px' } }
    : { root: {} };

/** Spanish label, because Mantine does not translate its built-in texts. */
const CLOSE_BUTTON_PROPS = { 'aria-label': 'Cerrar', size: 44, iconSize: 22 } as const;

export const theme = createTheme({
  colors: { accent: accentShades, bad: badShades, dark: darkModeGreys },
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
    CloseButton: { defaultProps: CLOSE_BUTTON_PROPS },
    Input: { vars: () => inputVars },
    InputWrapper: {
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
        // Mantine's asterisk would be part of the label's text. theme.css marks `required` fields instead.
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
      // Mantine's class sets the size of the button that shows a password by this variable. The variable overrides the button's
      // `size`.
      vars: () => ({ root: { '--psi-button-size': '44px' } }),
    },
    Switch: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { maxDropdownHeight: 320, nothingFoundMessage: 'Sin resultados' } },
    Autocomplete: { defaultProps: { maxDropdownHeight: 320 } },
    // A closed list is not mounted: Mantine would measure the page for every mounted list and render each again.
    Combobox: { defaultProps: { keepMounted: false, transitionProps: { duration: 0 }, ...dropdownDefaults } },
    // The list is not named after the label of its field: see combobox-label.tsx.
    ComboboxOptions: { defaultProps: { 'aria-label': 'Opciones' } },
    Modal: {
      defaultProps: {
        centered: true,
        size: 520,
        radius: 14,
        padding: 20,
        closeButtonProps: CLOSE_BUTTON_PROPS,
      },
    },
    // A header element would be a second banner landmark of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    Drawer: { defaultProps: { closeButtonProps: CLOSE_BUTTON_PROPS } },
    Notification: { defaultProps: { closeButtonProps: CLOSE_BUTTON_PROPS, radius: 12 } },
    Loader: { defaultProps: { type: 'oval', size: 22 } },
  },
});

/** Sets Mantine's CSS variables to our tokens, so that both always have the same colours. */
export const resolveCssVariables: CSSVariablesResolver = () => ({
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
