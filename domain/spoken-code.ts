import { isGuessable } from './password/guessable.ts';
import { foldText } from './text/fold.ts';

/**
 * Words for codes that one person tells another across a desk: short and known to everybody.
 * 256 of them are 8 bits each; the two digits add 6.5.
 */
const WORDS = (
  'abeja abril acera agua aguila ajo alba aldea algodon alma almeja alto amigo ancla andes anillo apio arbol arco ' +
  'arena arepa arroz astro atun aula avena avion azul bahia baile balon bambu banco bandera barba barco barrio batido ' +
  'bebe bici blusa boca bodega bolsa bombo bosque bota brazo brisa broma buho burro cabra cacao cafe caja caldo calle ' +
  'cama campo canela canoa canto capa carta casa cebra cebolla cedro cena cerro cesta chivo cielo cima cinco cine ' +
  'circo ciruela ciudad clavo cobre coco codo cofre colina comida condor copa coral corona crema cuadro cuento cuerda ' +
  'cueva dado danza dedo delfin diente disco doce dragon ducha dulce duende elefante escoba espejo estrella faro feria ' +
  'fiesta fique flauta flecha flor foca fogon fresa fruta fuego fuente gaita gallo garza gato globo gorra grillo guante ' +
  'guitarra hacha hamaca harina hielo hierba higo hilo hoja horno huerta hueso huevo iglesia iguana isla jabon jardin ' +
  'jaula jirafa joya jugo junio kilo lago lampara lana lapiz leche leon letra libro limon lino llave lluvia lobo loma ' +
  'loro luna madera maiz maleta mango mano mapa marea marzo melon menta mercado mesa miel mono monte mora motor mula ' +
  'museo nariz nido niebla nube nuez ocho oferta oliva olla onda oreja oso oveja pala palma panela papel parque pasto ' +
  'pato pera perro pez piano piedra pino piña plaza pluma pollo pozo puente puerta queso quinta radio rama rana regla ' +
  'reloj remo rio roble ropa rosa rueda sabana sal selva semilla silla sol sopa tambor taza techo ' +
  'tejado tierra tigre toro tren trigo vaca vela zorro'
).split(' ');

/** A number in [0, below), every one as likely as the others. */
type Draw = (below: number) => number;

/** A code to be told aloud, such as 'barco-luna-queso-42'. */
export function proposeCode(words: number, draw: Draw): string {
  const drawn = Array.from({ length: words }, () => WORDS[draw(WORDS.length)] ?? '');
  return [...drawn, String(10 + draw(90))].join('-');
}

/** Shorter ones are refused. */
const CODE_MIN_LENGTH = 8;

/** The code as the key is made of it. Capitals, accents and extra blanks do not matter; a blank may stand for a hyphen. */
export const canonicalCode = (typed: string): string => foldText(typed.replace(/-/g, ' '));

/** What is wrong with a code of one's own: the file under it leaves the tablet, and whoever finds it may try for years. */
export function codeProblem(typed: string): 'too_short' | 'guessable' | null {
  if (canonicalCode(typed).length < CODE_MIN_LENGTH) return 'too_short';
  return isGuessable(typed) ? 'guessable' : null;
}
