# Products that GCC rounds although they are added: they are used in other ways, too, or in another branch.
s/\(hi\|t1\) = r \* InvLn2hi;/\1 = (r * InvLn2hi).rounded();/
s/ar = A\[0\] \* r;/ar = (A[0] * r).rounded();/
s/ar2 = r \* ar;/ar2 = (r * ar).rounded();/
s/ehi = y \* hi;/ehi = (y * hi).rounded();/
s/y = scale + scale \* tmp;/y = scale + (scale * tmp).rounded();/
s/lo = scale - y + scale \* tmp;/lo = scale - y + (scale * tmp).rounded();/
s/lo = t \* ln2_lo;/lo = (t * ln2_lo).rounded();/
# A conversion that C makes by itself.
s/k = \(invln2 \* x + .*\);/k = (int32_t) (\1);/
s/hfsq = 0.5 \* f \* f;/hfsq = (0.5 * f * f).rounded();/
s/hxs = x \* hfx;/hxs = (x * hfx).rounded();/
s/e = hxs \* (\(.*\));$/e = (hxs * (\1)).rounded();/
s/s \* (hfsq + R)/(s * (hfsq + R)).rounded()/
# Numbers that are kept beside their bits.
s/\(num\|v\)\.d = \([a-z]*\);/\1.d = \2.value();/
s/z = x \* y; zz = DLA_FMS/z = (x * y).rounded(); zz = DLA_FMS/
