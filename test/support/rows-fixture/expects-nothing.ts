import { proves } from '../proves.ts';

proves(['W-24', 'H-07'], 'says nothing', () => {});
