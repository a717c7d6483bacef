"""Leduc poker solved and plotted to leduc.png, in five lines."""
import matplotlib.pyplot as plt
from cardsharp_cfr import solve
solution = solve("leduc_poker", target=1e-6)
solution.curve.plot(x="seconds", y="nash_conv", loglog=True, ylabel="NashConv (chips)")
plt.savefig("leduc.png")
