/** A pair of seeds. */

export const SEED = '615f0041cbea7e2006b3f3db75dce661ba69c10f11dfeab090edcfdc014f8d1b';
export const HASH = 'cdeaf321fe9ac052f7f19537294f3efd8eba646f4726a0bda85b77990d0a081e';
