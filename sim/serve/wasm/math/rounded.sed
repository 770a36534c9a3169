# Products that GCC rounds although they are added: they are used in other ways, too, or in another branch.
s/\(hi\|t1\) = r \* InvLn2hi;/\1 = (r * InvLn2hi).rounded();/
s/ar = A\[0\] \* r;/ar = (A[0] * r).rounded();/
s/ar2 = r \* ar;/ar2 = (r * ar).rounded();/
s/ehi = y \* hi;/ehi = (y * hi).rounded();/
s/lo = t \* ln2_lo;/lo = (t * ln2_lo).rounded();/
s/y = scale + scale \* tmp;/y = scale + (scale * tmp).rounded();/
s/lo = scale - y + scale \* tmp;/lo = scale - y + (scale * tmp).rounded();/
