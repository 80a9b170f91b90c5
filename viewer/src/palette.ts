/* Colours: Okabe and Ito's palette, told apart by colour-blind eyes, for the eight biggest; muted hues for the next;
   grey for the rest. A name always stands beside a colour. */

export type Rgb = readonly [number, number, number];

const LIGHT: Rgb[] = [
  [0, 114, 178], [213, 94, 0], [0, 143, 106], [190, 96, 152], [204, 138, 0], [64, 160, 214], [124, 84, 176], [122, 116, 30],
];
const DARK: Rgb[] = [
  [91, 172, 230], [240, 138, 75], [52, 194, 152], [224, 154, 196], [236, 184, 82], [140, 208, 248], [176, 148, 226], [192, 186, 98],
];
const HUED = 240;

export const paper = (dark: boolean): Rgb => (dark ? [19, 20, 23] : [251, 250, 247]);
export const ink = (dark: boolean): Rgb => (dark ? [233, 231, 226] : [31, 30, 27]);
export const grey = (dark: boolean): Rgb => (dark ? [118, 117, 112] : [158, 155, 147]);

/* The colour of the value of that rank, -1 for none. */
export function colourOf(rank: number, dark: boolean): Rgb {
  if (rank < 0) return grey(dark);
  const best = dark ? DARK : LIGHT;
  if (rank < best.length) return best[rank];
  return rank < HUED ? hued((rank * 137.508) % 360, dark) : grey(dark);
}

function hued(hue: number, dark: boolean): Rgb {
  const [saturation, lightness] = dark ? [0.38, 0.64] : [0.36, 0.5];
  const at = (offset: number): number => {
    const place = (offset + hue / 30) % 12;
    const share = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - share * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [at(0), at(8), at(4)];
}

export const css = ([red, green, blue]: Rgb, alpha = 1): string =>
  (alpha === 1 ? `rgb(${red},${green},${blue})` : `rgba(${red},${green},${blue},${alpha})`);

/* For WebGL, which blends colours that are already multiplied with their alpha. */
export const premultiplied = ([red, green, blue]: Rgb, alpha: number): string =>
  `rgba(${Math.round(red * alpha)},${Math.round(green * alpha)},${Math.round(blue * alpha)},${alpha})`;

export const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  [0, 1, 2].map(at => Math.round(one[at] * (1 - share) + other[at] * share)) as unknown as Rgb;
